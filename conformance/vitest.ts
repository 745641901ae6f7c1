/** The suite as vitest tests: one per requirement, the same trials as `store-orders verify`. */

import { beforeAll, describe, expect, test } from "vitest";
import { safeText } from "../base/printable.ts";
import type { Report } from "./report/report.ts";
import { causeOfResult, causeSentence } from "./report/reporters/report-words.ts";
import { selectRequirements } from "./requirements/all-requirements.ts";
import { runSuite, type SuiteOptions } from "./run-suite.ts";
import type { Target } from "./targets/target.ts";

export type { Report, Result as RequirementResult } from "./report/report.ts";

export interface DescribeOptions extends SuiteOptions {
  /** Name of the describe block. Default: `Store Orders conformance`. */
  readonly name?: string;
  /** Whether musts without a verdict are skipped. Default: they fail, so that a skip is never taken as passed. */
  readonly allowUntested?: boolean;
  /** Time limit of the whole run. Default: 60,000 ms. */
  readonly timeoutMs?: number;
}

/** Declares the tests. The target may be a function, which is called after your `beforeAll` has started a server. */
export function describeConformance(
  target: Target | (() => Target | Promise<Target>),
  options: DescribeOptions = {},
): void {
  const { name = "Store Orders conformance", allowUntested = false, timeoutMs = 60_000, ...suite } = options;
  const requirements = suite.requirements ?? selectRequirements(suite);
  describe(name, () => {
    let report: Report;
    beforeAll(async () => {
      report = await runSuite(typeof target === "function" ? await target() : target, {
        ...suite,
        requirements,
      });
    }, timeoutMs);

    for (const { id, title } of requirements) {
      test(`${id}: ${title}`, (context) => {
        expectMet(id, report, allowUntested, context.skip);
      });
    }
  });
}

function expectMet(id: string, report: Report, allowUntested: boolean, skip: (note?: string) => never): void {
  const result = report.results.find((candidate) => candidate.id === id);
  if (!result) expect.fail(`There is no result for ${id}.`);
  const { outcome, level, reason } = result;
  if (outcome === "passed" || outcome === "warned") return;
  if (outcome === "untested" && (level === "should" || allowUntested)) skip(reason ?? undefined);
  const [exchange] = result.evidence.exchanges;
  const where = exchange ? ` ${exchange.request.method} ${exchange.request.url}` : "";
  const cause = causeOfResult(result, report);
  expect.fail(safeText(`${outcome}: ${cause ? `${causeSentence(cause)} ` : ""}${reason}${where}`));
}
