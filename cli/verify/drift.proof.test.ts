import { expect, test } from "vitest";
import { findDrift } from "../../conformance/report/observed-profile.ts";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { fileIn } from "../testing/scratch-files.ts";
import { judge, withLength } from "../testing/verify-here.ts";

const noDrift = "Drift from the profile\n  No drift: the server answers as the profile says.\n";

const writeProfile = (text: string) => fileIn("profile.json", text);

async function observe(options: ForeignOptions): Promise<string> {
  const file = writeProfile("");
  expect((await judge(options, `--profile-out=${file}`)).code).toBe(0);
  return file;
}

test.each<[string, ForeignOptions]>([
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
    "with cancelled orders that change",
    {
      cancelled: "stays",
      show: (id, state) => `{"id":${id},"quantity":${state === "cancelled" ? 0 : 1},"status":"x"}`,
    },
  ],
])("the profile of a server %s shows no drift against the same server", async (_name, options) => {
  const { code, stdout } = await judge(options, `--compare=${await observe(options)}`, "--strict");
  expect([code, stdout]).toEqual([0, noDrift]);
});

test("with --fail-on drift the run fails for drift, not for warnings", async () => {
  const compared = [`--compare=${await observe({})}`, "--fail-on=drift"];
  expect((await judge(withLength, ...compared)).code).toBe(0);
  const { code, report } = await judge({ ...withLength, malformedId: 422 }, ...compared);
  expect([code, report!.exit!.decidedBy.map(({ kind }) => kind)]).toEqual([1, ["drift"]]);
});

test("each answer that has drifted is listed, and only --strict fails for it", async () => {
  const profile = await observe({});
  const drifted: ForeignOptions = { secondCancel: 409, malformedId: 422 };
  const loose = await judge(drifted, `--compare=${profile}`);
  expect([loose.code, loose.report!.verdict]).toEqual([0, "conformant"]);
  expect(loose.stdout.trim().split("\n")).toEqual([
    "Drift from the profile",
    "  repeatedCancel  404 -> 409",
    "  malformedId     400 -> 422",
    "  outOfRangeId    400 -> 422",
  ]);
  const strict = await judge(drifted, `--compare=${profile}`, "--strict");
  expect([strict.code, strict.stdout]).toEqual([1, loose.stdout]);
  expect(strict.report).toMatchObject({
    drift: [{ question: "repeatedCancel", before: "404", now: "409" }, {}, {}],
    exit: { code: 1, reason: "drift in 3 answers" },
  });
});

test("a profile may have some answers only, and only these are compared", async () => {
  const profile = writeProfile('{"malformedId":"400"}');
  const { code, stdout } = await judge({ secondCancel: 409 }, `--compare=${profile}`, "--strict");
  expect([code, stdout]).toEqual([0, noDrift]);
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
