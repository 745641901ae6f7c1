/**
 * Known failures of a server, each with a reason and the last day until which it does not fail a run. They do not change the
 * verdict.
 */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { formatJson, isJsonObject, type Json } from "../../base/json.ts";
import { safeJson } from "../../base/printable.ts";
import { allRequirements } from "../requirements/all-requirements.ts";
import type { KnownFailure, ReportedBaseline } from "./comparison.ts";
import type { Report, Result } from "./report.ts";

/** The reason in a written baseline, which a person must replace. */
const unexplained = "CHANGE ME: say why this fails, and what is done about it";
const optionalDays = ["firstSeen", "lastSeen"] as const;
const members = ["id", "reason", "expires", "ticket", ...optionalDays];
const dayRule = "be a day as in 2027-01-31";
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
    const { id, reason, expires, ticket } = entry;
    if (typeof id !== "string" || !ids.includes(id)) {
      return refuse(
        `${place}.id must be a requirement, got ${quoteValue(id)}.${typeof id === "string" ? ` ${nearest(id, ids)}` : ""}`,
      );
    }
    if (seen.has(id)) refuse(`${place}.id is named twice, ${id}.`);
    seen.add(id);
    const check = (name: string, isKept: boolean, rule: string) => {
      if (!isKept) refuse(`${place}.${name} must ${rule}, got ${quoteValue(entry[name])}.`);
    };
    check("reason", isText(reason) && !reason.startsWith("CHANGE ME"), `say why ${id} fails`);
    check("expires", isDay(expires), dayRule);
    check("ticket", ticket === undefined || isText(ticket), "be a ticket's name or address");
    for (const name of optionalDays) check(name, entry[name] === undefined || isDay(entry[name]), dayRule);
    return entry as unknown as KnownFailure;
  });
}

function nearest(id: string, ids: readonly string[]): string {
  const suggestion = suggestName(id, ids);
  // A list of every requirement does not help on one line.
  return suggestion.startsWith("Did you mean") ? suggestion : "A report in json names them all.";
}

const isText = (value: Json | undefined): value is string => typeof value === "string" && value.trim() !== "";

function isDay(value: Json | undefined): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  return new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;
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
    // Untested is not a verdict: the entry stays until there is one.
    stale: entries.filter(({ id }) => outcomeOf.get(id) === "passed"),
    expired: entries.filter((entry) => isPast(entry) && isFailing(entry)),
  };
}

/**
 * A baseline of the present failures. An earlier entry keeps the text of a person; it stays where this run has no verdict
 * about it, and is removed where its requirement passes. A new entry is refused until a person has written its reason.
 */
export function formatBaseline(
  { results, startedAt }: Pick<Report, "results" | "startedAt">,
  before: readonly KnownFailure[] = [],
): string {
  const today = startedAt.slice(0, 10);
  const expires = new Date(Date.parse(startedAt) + expiryDays * 86_400_000).toISOString().slice(0, 10);
  const known = new Set(before.map(({ id }) => id));
  const added = results
    .filter(({ id, outcome }) => outcome === "failed" && !known.has(id))
    .map(({ id }) => ({ id, reason: unexplained, expires, firstSeen: today, lastSeen: today }));
  return formatEntries([...pruneBaseline(before, results, today), ...added]);
}

/** The entries of a baseline without the stale ones, each with the day on which it was last seen. */
export function pruneBaseline(
  entries: readonly KnownFailure[],
  results: readonly Pick<Result, "id" | "outcome">[],
  today: string,
): readonly KnownFailure[] {
  const { known, stale, expired } = applyBaseline(results, entries, today);
  const seen = new Set([...known, ...expired]);
  return entries
    .filter((entry) => !stale.includes(entry))
    .map((entry) =>
      seen.has(entry) ? { ...entry, firstSeen: entry.firstSeen ?? today, lastSeen: today } : entry,
    );
}

/** A reason of another file may have characters that control a terminal. */
export const formatEntries = (entries: readonly KnownFailure[]): string =>
  `${safeJson(formatJson(entries, 2))}\n`;
