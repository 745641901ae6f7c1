import { expect, test, vi } from "vitest";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { runCli } from "../../conformance/testing/run-cli.ts";
import { rightServers } from "../../selftest/right/right-servers.ts";
import { judgeSubjects } from "../../selftest/selftest.ts";
import { rightSubject } from "../../selftest/subjects.ts";
import { tellResults } from "./selftest-command.ts";

// It judges every server there is: a minute on two processors, more where they have other things to do.
vi.setConfig({ testTimeout: 600_000 });

const counts =
  /^(\d+) of (\d+) broken servers caught, (\d+) of (\d+) right servers passed, (\d+) of (\d+) requirements of use; [\d.]+ s$/;

/** @param idle requirements that these options leave without their calls */
async function selftest(options: readonly string[] = [], idle = 0) {
  const { code, stdout, stderr } = await runCli(["selftest", ...options]);
  const [summary = ""] = stdout.trimEnd().split("\n").slice(-1);
  expect([stderr, summary]).toEqual(["", expect.stringMatching(counts)]);
  const [, caught, broken, passed, right, useful, requirements] = counts.exec(summary)!.map(Number);
  expect([broken! > 600, right! > 80, requirements]).toEqual([true, true, allRequirements.length]);
  // Whatever it has to work with: nobody is blamed falsely, and no requirement is idle.
  expect([passed, useful]).toEqual([right, requirements! - idle]);
  return { code, stdout, slipped: broken! - caught!, broken: broken! };
}

test("the self-test finds the suite sound, and --matrix lists every requirement", async () => {
  const { code, stdout, slipped } = await selftest(["--matrix"]);
  for (const { id } of allRequirements) {
    expect(stdout).toMatch(new RegExp(`^ {2}${id} +[1-9]\\d* {2}\\S`, "m"));
  }
  expect([code, slipped]).toEqual([0, 0]);
});

test("with as few orders as it needs the suite misses at most one wrong server in a hundred", async () => {
  const { code, slipped, broken } = await selftest(["--few-orders"]);
  // Of two orders one cannot tell every neighbour's fate, nor two lost answers from a server that keeps them.
  expect(slipped).toBeLessThanOrEqual(broken / 100);
  expect(code).toBe(0);
});

/** order-id/unknown-unusual is about ids of 0 and below, and only --disposable sends those. */
const ofUnusualIds = 1;

test("as verify judges by default, with at most 350 requests and no order at risk, it misses at most three in a hundred", async () => {
  const { code, slipped, broken } = await selftest(["--careful"], ofUnusualIds);
  expect(slipped).toBeLessThanOrEqual((3 * broken) / 100);
  expect(code).toBe(0);
});

test("a self-test that finds a slip ends with exit code 1", async () => {
  const said: string[] = [];
  const terminal = {
    out: async (text: string) => said.push(text) > 0,
    err: () => undefined,
    style: (_format: unknown, text: string) => text,
    interactive: false,
  };
  const right = rightSubject(rightServers[0]!, "few");
  const results = await judgeSubjects([{ ...right, kind: "broken" }]);
  const how = { fewOrders: false, careful: false, matrix: false, help: false };
  expect(await tellResults(results, how, 1, terminal)).toBe(1);
  expect(said.join("")).toMatch(/0 of 1 broken servers caught.* 0 of \d+ requirements of use/);
});
