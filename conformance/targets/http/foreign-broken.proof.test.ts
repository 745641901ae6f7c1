import { expect, test as sequentialTest, vi } from "vitest";
import type { Report } from "../../report/report.ts";
import { runSuite } from "../../run-suite.ts";
import {
  type Deliver,
  type ForeignOptions,
  plainDelivery,
  startForeignServer,
} from "../../testing/foreign-server.ts";
import { createHttpTarget } from "./http-target.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });
/** Nearly all of each is waiting. */
const test = sequentialTest.concurrent;

const timeoutMs = 300;

async function judge(options: ForeignOptions): Promise<Report> {
  const { pending = ["101", "102"] } = options;
  await using server = await startForeignServer({ pending, shipped: ["301"], ...options });
  const { baseUrl } = server;
  const target = createHttpTarget({
    ...{ baseUrl, apiKey: "a-foreign-key", timeoutMs },
    arrange: async () => ({ pending: pending.map(BigInt), shipped: [301n] }),
  });
  try {
    return await runSuite(target);
  } finally {
    await target.close();
  }
}

/** Writes a 204 as these bytes, and any other answer plainly. */
const write204 =
  (...pieces: string[]): Deliver =>
  (response, reply, request) => {
    if (reply.status !== 204) return plainDelivery(response, reply, request);
    const { socket } = response;
    const next = ([piece, ...others]: string[]): void => {
      if (piece === undefined) socket?.end();
      else socket?.write(piece, () => setImmediate(next, others));
    };
    next(pieces);
  };

const head = "HTTP/1.1 204 No Content\r\n";
const cuts = (report: Report, ...outcomes: string[]) =>
  report.results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);

test.each<[string, Deliver, string[]]>([
  [
    "a body of an announced length",
    write204(`${head}content-length: 2\r\n\r\n{}`),
    ["cancel-order/no-content-length"],
  ],
  ["a chunked body", write204(`${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`), []],
  ["an empty chunked body", write204(`${head}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`), []],
  ["bytes that nothing announced", write204(`${head}\r\n{}`), []],
  ["bytes that come late", write204(`${head}\r\n`, "{", "}"), []],
  ["another answer", write204(`${head}\r\n`, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), []],
])("a 204 that is followed by %s fails for that alone", async (_name, deliverCancel, warned) => {
  const report = await judge({ deliverCancel });
  expect(cuts(report, "failed", "untested", "errored")).toEqual(["cancel-order/no-body"]);
  expect(cuts(report, "warned")).toEqual(warned);
});

test("a 204 with Content-Length 0 only warns", async () => {
  const report = await judge({ deliverCancel: write204(`${head}content-length: 0\r\n\r\n`) });
  expect(report.verdict).toBe("conformant");
  expect(cuts(report, "warned")).toEqual(["cancel-order/no-content-length"]);
});

/** Cancels without a valid key: each may be repeated, so silence at all of them is the server's. */
const cancelsUnanswered = [
  ...["without-key", "wrong-key", "key-cut-short", "key-lengthened", "empty-key"],
  ...["key-without-scheme", "basic-scheme", "other-scheme"],
].map((name) => `authentication/cancel-${name}`);

/**
 * What fails when no DELETE is answered. What only a refusal would show, as a shipped order's later tries, is
 * untested.
 */
const withoutRefusals = [
  ...cancelsUnanswered,
  "authentication/before-id-format",
  "authentication/before-shipped-state",
  "authentication/before-pending-state",
  "cancel-order/pending",
  "cancel-order/shipped",
  "cancel-order/unknown",
  "order-id/malformed",
  "order-id/resembling",
];
/** All that begins with a cancel of a pending order, which is sent once. */
const afterACancel = [
  "cancel-order/no-body",
  "cancel-order/no-content-length",
  "cancel-order/second-cancel",
  "cancel-order/second-cancel-status",
  "cancel-order/one-winner",
  "cancel-order/race-statuses",
  "cancel-order/only-that-order",
  "cancel-order/list-stays-valid",
];

test("a server that never answers a DELETE is judged to the end, and fails for what it left unanswered", async () => {
  const report = await judge({ deliverCancel: () => undefined });
  expect(report.verdict).toBe("nonconformant");
  expect(cuts(report, "errored")).toEqual([]);
  // By then calls of its kind are not sent any more.
  const late = [
    "authentication/before-shipped-state",
    "authentication/before-pending-state",
    "cancel-order/pending",
  ];
  const unanswered = [...withoutRefusals, "cancel-order/race-statuses"].filter((id) => !late.includes(id));
  const failed = cuts(report, "failed", "warned").filter((id) => !late.includes(id));
  expect(failed.toSorted()).toEqual(unanswered.toSorted());
  for (const result of report.results.filter(({ outcome }) => outcome === "failed"))
    expect(result.reason).toMatch(/timeout after 300 ms/);
  expect(report.durationMs).toBeLessThan(40 * timeoutMs);
});

/** What is no answer at all may have been lost on the way. What came and is none, was not. */
const silences: readonly (readonly [string, Deliver, RegExp, string[]])[] = [
  [
    "resets at every DELETE",
    ({ socket }) => void socket?.resetAndDestroy(),
    /connection reset|closed before/,
    [],
  ],
  ["closes at every DELETE", ({ socket }) => void socket?.end(), /closed before/, []],
  [
    "answers a DELETE with what is no HTTP",
    ({ socket }) => void socket?.end("no\r\n\r\n"),
    /HTTP|closed before/,
    ["cancel-order/race-statuses"],
  ],
];

test.each(silences)(
  "a server that %s is judged to the end, and fails for what it left unanswered",
  async (_name, deliverCancel, reason, alsoFailed) => {
    const report = await judge({ deliverCancel });
    expect(report.verdict).toBe("nonconformant");
    expect(cuts(report, "errored")).toEqual([]);
    const unanswered = [...withoutRefusals, ...alsoFailed];
    expect(cuts(report, "failed", "warned").toSorted()).toEqual(unanswered.toSorted());
    for (const result of report.results.filter(({ outcome }) => outcome === "failed"))
      expect(result.reason).toMatch(reason);
    const shown = afterACancel.filter((id) => !alsoFailed.includes(id));
    for (const result of report.results.filter(({ id }) => shown.includes(id)))
      expect([result.id, result.outcome]).toEqual([result.id, "untested"]);
    expect(report.durationMs).toBeLessThan(40 * timeoutMs);
  },
);

/** Sends no 204: whatever should bring one breaks the connection, though every refusal is answered. */
const noSuccess =
  (break204: Deliver): Deliver =>
  (response, reply, request) =>
    (reply.status === 204 ? break204 : plainDelivery)(response, reply, request);

test.each(silences)(
  "a server that refuses rightly and %s only when it cancels fails for that alone, given five orders",
  async (_name, break204, _reason, alsoFailed) => {
    const pending = ["101", "102", "103", "104", "105"];
    const report = await judge({ pending, deliverCancel: noSuccess(break204) });
    expect(report.verdict).toBe("nonconformant");
    expect(cuts(report, "failed", "errored")).toEqual(["cancel-order/pending", ...alsoFailed]);
  },
);

test("of two orders the answers of two cancels may have got lost on the way: no verdict, and no pass", async () => {
  const report = await judge({ deliverCancel: noSuccess(({ socket }) => void socket?.resetAndDestroy()) });
  expect(report.verdict).toBe("partial");
  expect(cuts(report, "failed", "errored")).toEqual([]);
  expect(report.results.find(({ id }) => id === "cancel-order/pending")).toMatchObject({
    outcome: "untested",
    reason: expect.stringMatching(
      /^A cancel got no answer \(.+\)\. It is not sent again: it may have taken effect\.$/,
    ),
  });
});

test("a server that breaks off at each try to cancel a pending order fails, though it has but two", async () => {
  const pendingPaths = ["/v1/store/orders/101", "/v1/store/orders/102"];
  const report = await judge({
    deliverCancel(response, reply, request) {
      const isOfPending = pendingPaths.includes(request.url!) && reply.status !== 401;
      if (isOfPending) response.socket?.resetAndDestroy();
      else plainDelivery(response, reply, request);
    },
  });
  expect(report.verdict).toBe("nonconformant");
  expect(cuts(report, "failed", "errored")).toEqual(["cancel-order/pending"]);
});

const cutList: Deliver = (response, reply, request) => {
  if (reply.status !== 200) return plainDelivery(response, reply, request);
  response.writeHead(200, { ...reply.headers, "content-length": reply.body.length });
  response.flushHeaders();
  return void response.write(reply.body.slice(0, -9), () => response.socket?.end());
};

test("lists that are cut short are no network's fault where all of them are: they fail", async () => {
  const report = await judge({ deliver: cutList, deliverCancel: plainDelivery });
  expect(report.verdict).toBe("nonconformant");
  expect(report.results.find(({ id }) => id === "list-orders/status")).toMatchObject({
    outcome: "failed",
    reason: "Expected an answer, got the connection closed within the answer.",
  });
});

test("a list that is cut short from its second reading on fails, and what it holds is untested", async () => {
  let reads = 0;
  const deliver: Deliver = (response, reply, request) => {
    const isFirst = reply.status === 200 && reads++ === 0;
    (isFirst ? plainDelivery : cutList)(response, reply, request);
  };
  const report = await judge({ deliver, deliverCancel: plainDelivery });
  expect(report.verdict).toBe("nonconformant");
  expect(cuts(report, "errored")).toEqual([]);
  const isOfLists = (id: string) => /^(?:list-orders|order)\//.test(id);
  expect(cuts(report, "failed").filter(isOfLists)).toEqual(["list-orders/status", "list-orders/no-filter"]);
  expect(cuts(report, "failed").filter((id) => !isOfLists(id))).toEqual([]);
});

/** Closes behind each answer; a list's announced length is off by some bytes. */
const misannounced =
  (by: number): Deliver =>
  ({ socket }, { status, headers, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = `content-length: ${status === 200 ? body.length + by : body.length}\r\n`;
    const announced = status === 204 ? "" : length;
    socket?.end(`HTTP/1.1 ${status} X\r\n${lines.join("")}${announced}connection: close\r\n\r\n${body}`);
  };

test("a list that is announced too long cannot be read, and fails for that", async () => {
  const report = await judge({ deliver: misannounced(1) });
  expect(report.verdict).toBe("nonconformant");
  const isOfLists = (id: string) => /^(?:list-orders|order)\//.test(id);
  expect(cuts(report, "failed").filter(isOfLists)).toEqual(["list-orders/status", "list-orders/no-filter"]);
});

test("a list that is announced too short is no JSON, and fails for that alone", async () => {
  const report = await judge({ deliver: misannounced(-1) });
  expect(cuts(report, "failed", "warned", "errored")).toEqual(["list-orders/json-array"]);
});
