/** Known failures of a server: each with a reason, and the last day on which it fails no run. The verdict stays as it is. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { formatJson, isJsonObject, type Json } from "../../base/json.ts";
import { allRequirements } from "../requirements/all-requirements.ts";
import type { KnownFailure, Report, ReportedBaseline, Result } from "./report.ts";

/** What `--write-baseline` puts where a person must say why. */
const unexplained = "CHANGE ME: say why this fails, and what is done about it";
const members = ["id", "reason", "expires"];
const expiryDays = 90;

/** @throws {BadInput} naming the entry that cannot be used */
export function parseBaseline(value: Json, where: string): readonly KnownFailure[] {
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot use baseline ${where}: ${fact}`);
  };
  if (isJsonObject(value) && value.schemaVersion !== undefined)
    return refuse(
      `its schemaVersion is ${quoteValue(value.schemaVersion)}, this kit reads baselines of version 1, which have none. Use the kit that wrote it.`,
    );
  if (!Array.isArray(value))
    return refuse(`it must be an array of {id, reason, expires}, got ${quoteValue(value)}.`);
  const ids = allRequirements.map(({ id }) => id);
  const seen = new Set<string>();
  return value.map((entry: Json, index) => {
    const place = `[${index}]`;
    if (!isJsonObject(entry)) return refuse(`${place} must be an object, got ${quoteValue(entry)}.`);
    const unknown = Object.keys(entry).find((name) => !members.includes(name));
    if (unknown) refuse(`${place} has a member ${quoteValue(unknown)}. ${suggestName(unknown, members)}`);
    const { id, reason, expires } = entry;
    if (typeof id !== "string" || !ids.includes(id)) {
      return refuse(
        `${place}.id must be a requirement, got ${quoteValue(id)}.${typeof id === "string" ? ` ${nearest(id, ids)}` : ""}`,
      );
    }
    if (seen.has(id)) refuse(`${place}.id is named twice, ${id}.`);
    seen.add(id);
    if (typeof reason !== "string" || reason.trim() === "" || reason.startsWith("CHANGE ME")) {
      return refuse(`${place}.reason must say why ${id} fails, got ${quoteValue(reason)}.`);
    }
    if (typeof expires !== "string" || !isDay(expires)) {
      return refuse(`${place}.expires must be a day as in 2027-01-31, got ${quoteValue(expires)}.`);
    }
    return { id, reason, expires };
  });
}

function nearest(id: string, ids: readonly string[]): string {
  const suggestion = suggestName(id, ids);
  // A list of every requirement is no help on one line.
  return suggestion.startsWith("Did you mean") ? suggestion : "A report in json names them all.";
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}

/** @param today YYYY-MM-DD, UTC */
export function applyBaseline(
  results: readonly Pick<Result, "id" | "outcome">[],
  entries: readonly KnownFailure[],
  today: string,
): ReportedBaseline {
  const outcomeOf = new Map(results.map(({ id, outcome }) => [id, outcome]));
  const isFailing = ({ id }: KnownFailure) => ["failed", "warned"].includes(outcomeOf.get(id) ?? "");
  const isPast = ({ expires }: KnownFailure) => expires < today;
  return {
    known: entries.filter((entry) => isFailing(entry) && !isPast(entry)),
    // Untested says nothing: the entry stays until there is a verdict.
    stale: entries.filter(({ id }) => outcomeOf.get(id) === "passed"),
    expired: entries.filter((entry) => isPast(entry) && isFailing(entry)),
  };
}

/** A baseline of what fails now. It is refused until each reason is written by a person. */
export function formatBaseline({ results, startedAt }: Pick<Report, "results" | "startedAt">): string {
  const expires = new Date(Date.parse(startedAt) + expiryDays * 86_400_000).toISOString().slice(0, 10);
  const failed = results.filter(({ outcome }) => outcome === "failed");
  return `${formatJson(
    failed.map(({ id }) => ({ id, reason: unexplained, expires })),
    2,
  )}\n`;
}
