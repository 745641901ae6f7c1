import { describe, test } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { sampleOf } from "../mutants/random-requests.ts";
import { everything } from "../selftest.ts";
import { few, judgeIndependent, plenty } from "./judge-independent.ts";
import { rightServers } from "./right/right-independent.ts";
import { slips } from "./slips.ts";
import { wrongServers } from "./wrong/wrong-independent.ts";

// Many at once, each a whole run, on a machine that may be busy.
const timeout = 60_000;

const failures = ({ results }: Report) =>
  results
    .filter(({ outcome }) => outcome === "failed" || outcome === "errored")
    .map(({ id, reason }) => `${id}: ${reason}`);

/** Each is a whole run, and all of them take minutes: `npm run selftest:independent`, also with `-- --few`. */
const sizes = { few: 30, wrong: 60 };
const seed = Number(process.env.INDEPENDENT_SEED ?? 1);

describe.each([
  ["many", plenty, {}, rightServers],
  ["few", few, everything, sampleOf(rightServers, sizes.few, seed)],
] as const)("with %s orders", (_name, supply, effort, rightOnes) => {
  test.concurrent.for(rightOnes)("$id is not blamed: $why", { timeout }, async ({ change }, { expect }) => {
    expect(failures(await judgeIndependent(change, supply, effort))).toEqual([]);
  });
});

describe(`a sample of the wrong ones (INDEPENDENT_SEED=${seed})`, () => {
  const expected = wrongServers.filter(({ id }) => !slips.has(id));
  test.concurrent.for(sampleOf(expected, sizes.wrong, seed))(
    "$id is blamed for what it is: $why",
    { timeout },
    async (server, { expect }) => {
      // One with which a run cannot even start is caught, too.
      const failed = await judgeIndependent(server.change).then(failures, (error: Error) => [
        `no run: ${error.message}`,
      ]);
      expect(failed).not.toEqual([]);
      const isTrue = (blame: string) =>
        blame.startsWith("no run") || server.blames.test(blame.split(":")[0]!);
      expect(failed.filter((blame) => !isTrue(blame))).toEqual([]);
    },
  );
});
