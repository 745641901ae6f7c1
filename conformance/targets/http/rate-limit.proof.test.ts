import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { allRequirements } from "../../requirements/all-requirements.ts";
import { judgeForeign } from "../../testing/judge-foreign.ts";

// Whole runs, with waits that a server asks for.
vi.setConfig({ testTimeout: 90_000 });

/** Allows `most` requests in a window that begins with the first one; later ones have to wait for the next window. */
function limitTo(most: number, windowMs: number) {
  let count = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  return (_: IncomingMessage, response: ServerResponse): boolean => {
    if (performance.now() - startedAt >= windowMs) {
      startedAt = performance.now();
      count = 0;
    }
    if (++count <= most) return false;
    const seconds = Math.ceil((startedAt + windowMs - performance.now()) / 1000);
    response.writeHead(429, { "retry-after": String(seconds) }).end();
    return true;
  };
}

// Side by side: nearly all of each is waiting.
test.concurrent("behind a limit of 60 a minute a run ends early with the reason, and no 429 decides anything", async () => {
  const [report, whole] = await Promise.all([
    judgeForeign({ interrupt: limitTo(60, 60_000) }),
    judgeForeign(),
  ]);
  // What was under way when the first 429 came, with the key and without.
  expect(report.received).toBeLessThanOrEqual(60 + 16);
  expect(report.verdict).toBe("partial");
  expect(report.counts.failed + report.counts.warned).toBe(0);
  expect(report.warnings!.join("\n")).toMatch(
    /answered 429 with Retry-After: \d+ for longer than the run may wait, and \d+ were not sent after that: none of them is judged\. Send fewer a second with --rate/,
  );
  const answers = new Map(whole.observations.map(({ question, answer }) => [question, answer]));
  for (const { question, answer } of report.observations)
    if (question !== "throttle" && answer !== null)
      expect([question, answer]).toEqual([question, answers.get(question)]);
  expect(report.observations.find(({ question }) => question === "throttle")!.answer).toBe("429");
});

test.concurrent("a run waits for a limit that fits into the wait budget", async () => {
  const report = await judgeForeign({ interrupt: limitTo(150, 2000) }, { waitBudgetMs: 20_000 });
  expect(report.verdict).toBe("conformant");
});

test.concurrent("at a rate below the limit each requirement is tested, races too, without a warning by Node", async ({
  onTestFinished,
}) => {
  const warnings: string[] = [];
  const heed = ({ name }: Error) => void warnings.push(name);
  process.on("warning", heed);
  onTestFinished(() => void process.off("warning", heed));
  const report = await judgeForeign({ interrupt: limitTo(100, 1000) }, { rate: 80 });
  expect(report.verdict).toBe("conformant");
  expect(report.results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(warnings).toEqual([]);
});

test.concurrent("calls of a race are sent together even at the slowest rate", async () => {
  const requirements = allRequirements.filter(({ id }) => id === "cancel-order/one-winner");
  const report = await judgeForeign({}, { rate: 4, requirements });
  expect(report.results.map(({ outcome }) => outcome)).toEqual(["passed"]);
});
