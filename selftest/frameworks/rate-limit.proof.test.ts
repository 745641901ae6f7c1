import { rateLimit } from "express-rate-limit";
import { expect, test, vi } from "vitest";
import type { StartServer } from "./framework-server.ts";
import { judgeServer, shopOrders } from "./judge-server.ts";
import { startExpress } from "./servers/express.ts";

// Whole runs behind express-rate-limit.
vi.setConfig({ testTimeout: 90_000 });

const orders = shopOrders(5, 1);
/** @param limit number of requests in a window, whatever their status */
const startLimitedExpress =
  (limit: number, windowMs: number): StartServer =>
  (seed, apiKey) =>
    startExpress(
      seed,
      apiKey,
      rateLimit({ limit, windowMs, standardHeaders: "draft-8", legacyHeaders: false }),
    );

test("behind 60 requests a minute a run ends early, and no 429 decides anything", async () => {
  const [report, whole] = await Promise.all([
    judgeServer(startLimitedExpress(60, 60_000), orders, undefined, {}),
    judgeServer(startExpress, orders, undefined, {}),
  ]);
  expect([report.verdict, report.counts.failed, report.counts.warned]).toEqual(["partial", 0, 0]);
  expect(report.requests).toBeLessThan(whole.requests / 2);
  expect(report.warnings?.join()).toMatch(/answered 429 with Retry-After: \d+ .* with --rate/);
  const answers = new Map(whole.observations.map(({ question, answer }) => [question, answer]));
  const seen = report.observations.filter(
    ({ question, answer }) => question !== "throttle" && answer !== null,
  );
  expect(seen.map(({ question, answer }) => [question, answer])).toEqual(
    seen.map(({ question }) => [question, answers.get(question)]),
  );
});

test("at a rate below the limit everything is tested", async () => {
  const report = await judgeServer(startLimitedExpress(60, 1000), orders, undefined, { rate: 45 });
  expect(report.results.flatMap(({ id, outcome }) => (outcome === "passed" ? [] : [id]))).toEqual(
    (await judgeServer(startExpress, orders, undefined, {})).results.flatMap(({ id, outcome }) =>
      outcome === "passed" ? [] : [id],
    ),
  );
});
