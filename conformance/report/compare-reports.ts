/** Compares the failures of a run with those of an earlier report. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { kitName } from "../../spec/kit-version.ts";
import type { ReportedSince } from "./comparison.ts";
import { outcomes, type Report, type Result } from "./report.ts";

export type EarlierReport = ReturnType<typeof parseEarlierReport>;

/** Reads the compared part of an earlier report. @throws {BadInput} for a file that is not a JSON report of this kit */
export function parseEarlierReport(value: Json, where: string) {
  const refuse = (fact: string): never => {
    throw new BadInput(
      `Cannot use report ${where}: ${fact}. Give one that --reporter json=FILE of ${kitName} wrote.`,
    );
  };
  if (!isJsonObject(value)) return refuse(`it must be an object, got ${quoteValue(value)}`);
  const { schemaVersion, kit, startedAt, target, results } = value;
  if (!isJsonObject(kit) || kit.name !== kitName) return refuse(`it is no report of ${kitName}`);
  if (schemaVersion !== 1n) return refuse(`its schemaVersion is ${quoteValue(schemaVersion)}, not 1`);
  if (typeof startedAt !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(startedAt))
    return refuse(`startedAt must be a time as in 2026-11-21T12:00:00Z, got ${quoteValue(startedAt)}`);
  if (!isJsonObject(target) || typeof target.baseUrl !== "string")
    return refuse("target.baseUrl must be a text");
  if (!Array.isArray(results)) return refuse(`results must be an array, got ${quoteValue(results)}`);
  const found = results.map((result: Json, index): [string, string] => {
    const { id, outcome } = isJsonObject(result) ? result : {};
    if (typeof id === "string" && outcomes.some((each) => each === outcome)) return [id, String(outcome)];
    return refuse(`results[${index}] must have an id and an outcome, got ${quoteValue(result)}`);
  });
  return { startedAt, baseUrl: target.baseUrl, outcomes: new Map(found) };
}

const isFailing = (outcome: string | undefined) => outcome === "failed" || outcome === "warned";

/** Compares failures and warnings. Requirements that one of the reports did not judge are not compared. */
export function compareReports(earlier: EarlierReport, { results }: Pick<Report, "results">): ReportedSince {
  const { startedAt, baseUrl, outcomes: before } = earlier;
  const idsOf = (condition: (result: Result, wasFailing: boolean) => boolean) =>
    results.filter((result) => condition(result, isFailing(before.get(result.id)))).map(({ id }) => id);
  return {
    startedAt,
    baseUrl,
    new: idsOf(({ outcome }, wasFailing) => isFailing(outcome) && !wasFailing),
    gone: idsOf(({ outcome }, wasFailing) => outcome === "passed" && wasFailing),
    still: idsOf(({ outcome }, wasFailing) => isFailing(outcome) && wasFailing),
    unknown: idsOf(
      ({ outcome }, wasFailing) => (outcome === "untested" || outcome === "errored") && wasFailing,
    ),
  };
}
