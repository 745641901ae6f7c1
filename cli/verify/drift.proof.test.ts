import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { findDrift } from "../../conformance/report/observed-profile.ts";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import {
  createFolder,
  fiveOrders,
  namingFive,
  startForeign,
  verify,
} from "../../conformance/testing/verify.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const noDrift = "No drift: the server answers as the profile says.";

async function judge(options: ForeignOptions, ...args: readonly string[]) {
  const server = await startForeign({ ...fiveOrders, ...options });
  return verify([server.baseUrl, ...namingFive, ...args]);
}

async function observe(options: ForeignOptions): Promise<string> {
  const file = join(await createFolder(), "profile.json");
  expect((await judge(options, `--profile-out=${file}`)).code).toBe(0);
  return file;
}

const ways: readonly (readonly [string, ForeignOptions])[] = [
  ["as it is", {}],
  [
    "that answers otherwise in all it can",
    {
      cancelled: "stays",
      secondCancel: 409,
      malformedId: 422,
      unknownQuery: 400,
      conflict: ["text/plain", "shipped"],
      error: (status) => ["application/problem+json", `{"code":"x","message":"y","status":${status}}`],
    },
  ],
  [
    "whose cancelled orders change",
    {
      cancelled: "stays",
      show: (id, state) => `{"id":${id},"quantity":${state === "cancelled" ? 0 : 1},"status":"x"}`,
    },
  ],
];

test.each(ways)(
  "the profile that a server %s gave compares with it without drift",
  async (_name, options) => {
    const profile = await observe(options);
    const { code, stdout } = await judge(options, `--compare=${profile}`, "--strict");
    expect([code, stdout.trim()]).toEqual([0, noDrift]);
  },
);

test("each answer that has drifted is listed, which only --strict minds", async () => {
  const profile = await observe({});
  const drifted: ForeignOptions = { secondCancel: 409, malformedId: 422 };
  const loose = await judge(drifted, `--compare=${profile}`);
  expect([loose.code, loose.report!.verdict]).toEqual([0, "conformant"]);
  expect(loose.stdout.trim().split("\n")).toEqual([
    "Drifted from the profile",
    "  repeatedCancel  404 -> 409",
    "  malformedId     400 -> 422",
    "  outOfRangeId    400 -> 422",
  ]);
  const strict = await judge(drifted, `--compare=${profile}`, "--strict");
  expect([strict.code, strict.stdout]).toEqual([1, loose.stdout]);
});

test("a profile may be a part of one: only what it says is compared", async () => {
  const file = join(await createFolder(), "part.json");
  await writeFile(file, '{"malformedId":"400"}');
  const { code, stdout } = await judge({ secondCancel: 409 }, `--compare=${file}`, "--strict");
  expect([code, stdout.trim()]).toEqual([0, noDrift]);
});

test("a profile that cannot be used is refused before anything is sent", async () => {
  const file = join(await createFolder(), "bad.json");
  await writeFile(file, '{"malformedId":"teapot"}');
  const server = await startForeign();
  const { code, stderr } = await verify([server.baseUrl, `--compare=${file}`]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^store-orders: [^\n]*malformedId must be one of [^\n]+\n$/);
  expect(server.requests).toEqual([]);
});

test("a question without an answer on either side has not drifted", () => {
  const seen = [
    { question: "malformedId", answer: null },
    { question: "conflictBody", answer: "none" },
    { question: "paddedId", answer: "same" },
  ] as const;
  expect(findDrift(seen, { malformedId: "400", schemeCase: "any", paddedId: "refused" })).toEqual([
    { question: "paddedId", before: "refused", now: "same" },
  ]);
  expect(findDrift([], { malformedId: "400" })).toEqual([]);
});
