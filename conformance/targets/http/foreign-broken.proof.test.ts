import { expect, test as sequentialTest, vi } from "vitest";
import type { Report } from "../../report/report.ts";
import { type Deliver, type ForeignOptions, plainDelivery } from "../../testing/foreign-server.ts";
import { idsOf, judgeForeign } from "../../testing/judge-foreign.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });
/** Nearly all of each is waiting. */
const test = sequentialTest.concurrent;

const timeoutMs = 300;

/** Judges a server with two pending orders, unless the options name others. */
const judge = (options: ForeignOptions): Promise<Report> =>
  judgeForeign({ pending: ["101", "102"], ...options }, { timeoutMs });

const below = (group: string, names: string) => names.split(" ").map((name) => `${group}/${name}`);
/** Fails when no DELETE is answered: each may be repeated but the cancels of pending orders. */
const withoutRefusals = [
  ...below("authentication", "cancel-without-key cancel-wrong-key cancel-key-cut-short cancel-empty-key"),
  ...below("authentication", "cancel-key-lengthened cancel-key-without-scheme cancel-basic-scheme"),
  ...below(
    "authentication",
    "cancel-other-scheme before-id-format before-shipped-state before-pending-state",
  ),
  ...below("cancel-order", "pending shipped unknown"),
  ...below("order-id", "malformed resembling"),
];
/** Begins with a cancel of a pending order, which is sent once. */
const afterCancels = [
  ...below("cancel-order", "no-body no-content-length second-cancel second-cancel-status"),
  ...below("cancel-order", "one-winner race-statuses only-that-order list-stays-valid"),
];

const race = ["cancel-order/race-statuses"];
/** An answer that did not come at all may have been lost on the way; one that came and is no HTTP was not. */
const silences: readonly (readonly [string, Deliver, RegExp, string[]])[] = [
  ["resets", ({ socket }) => void socket?.resetAndDestroy(), /connection reset|closed before/, []],
  ["closes the connection", ({ socket }) => void socket?.end(), /closed before/, []],
  ["answers in no HTTP", ({ socket }) => void socket?.end("no\r\n\r\n"), /HTTP|closed before/, race],
];

test.each(silences)(
  "a server that %s at every DELETE is judged to the end, and fails for what it left unanswered",
  async (_name, deliverCancel, reason, alsoFailed) => {
    const report = await judge({ deliverCancel });
    expect(report.verdict).toBe("nonconformant");
    expect(idsOf(report, "errored")).toEqual([]);
    const unanswered = [...withoutRefusals, ...alsoFailed];
    expect(idsOf(report, "failed", "warned").toSorted()).toEqual(unanswered.toSorted());
    for (const result of report.results.filter(({ outcome }) => outcome === "failed"))
      expect(result.reason).toMatch(reason);
    const untested = afterCancels.filter((id) => !alsoFailed.includes(id));
    expect(idsOf(report, "untested")).toEqual(expect.arrayContaining(untested));
    expect(report.requests).toBeLessThan(1000);
  },
);

test("a server that never answers a DELETE is judged to the end, and fails for what it left unanswered", async () => {
  const report = await judge({ deliverCancel: () => undefined });
  expect(report.verdict).toBe("nonconformant");
  expect(idsOf(report, "errored")).toEqual([]);
  // By then calls of its kind are not sent any more.
  const late = [
    ...below("authentication", "before-shipped-state before-pending-state before-id-format"),
    ...below(
      "authentication",
      "cancel-basic-scheme cancel-key-without-scheme cancel-other-scheme cancel-key-lengthened cancel-key-cut-short",
    ),
    ...["cancel-order/pending", "order-id/resembling", "order-id/malformed"],
  ];
  const unanswered = [...withoutRefusals, ...race].filter((id) => !late.includes(id));
  const failed = idsOf(report, "failed", "warned").filter((id) => !late.includes(id));
  expect(failed.toSorted()).toEqual(unanswered.toSorted());
  for (const result of report.results.filter(({ outcome }) => outcome === "failed"))
    expect(result.reason).toMatch(/timeout after 300 ms/);
  // 40 timeouts, and the other calls on a busy machine.
  expect(report.durationMs).toBeLessThan(40 * timeoutMs + 8000);
});

/** Sends no 204: whatever should bring one breaks the connection, though every refusal is answered. */
const withoutSuccess =
  (break204: Deliver): Deliver =>
  (response, reply, request) =>
    (reply.status === 204 ? break204 : plainDelivery)(response, reply, request);

test.each(silences)(
  "a server that %s only when it cancels fails for that alone, given five orders",
  async (_name, break204, _reason, alsoFailed) => {
    const pending = ["101", "102", "103", "104", "105"];
    const report = await judge({ pending, deliverCancel: withoutSuccess(break204) });
    expect(report.verdict).toBe("nonconformant");
    expect(idsOf(report, "failed", "errored")).toEqual(["cancel-order/pending", ...alsoFailed]);
  },
);

test("a requirement is untested where the answers of both cancels may have been lost on the way", async () => {
  const report = await judge({
    deliverCancel: withoutSuccess(({ socket }) => void socket?.resetAndDestroy()),
  });
  expect(report.verdict).toBe("partial");
  expect(idsOf(report, "failed", "errored")).toEqual([]);
  const { outcome, reason } = report.results.find(({ id }) => id === "cancel-order/pending")!;
  expect([outcome, reason]).toEqual([
    "untested",
    expect.stringMatching(/^A cancel got no answer \(.+\)\. It is/),
  ]);
});

test("a server that breaks off at each try to cancel a pending order fails, though it has but two", async () => {
  const report = await judge({
    deliverCancel(response, reply, request) {
      const isOfPending = /\/orders\/10[12]$/.test(request.url!) && reply.status !== 401;
      if (isOfPending) response.socket?.resetAndDestroy();
      else plainDelivery(response, reply, request);
    },
  });
  expect(report.verdict).toBe("nonconformant");
  expect(idsOf(report, "failed", "errored")).toEqual(["cancel-order/pending"]);
});
