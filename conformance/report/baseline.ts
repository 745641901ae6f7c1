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

export const isFailing = (outcome: unknown): boolean => outcome === "failed" || outcome === "warned";

type Judged = readonly Pick<Result, "id" | "outcome">[];

const outcomeOf = (results: Judged, id: string) => results.find((result) => result.id === id)?.outcome;

/** @param today YYYY-MM-DD, UTC */
export function applyBaseline(
  results: Judged,
  entries: readonly KnownFailure[],
  today: string,
): ReportedBaseline {
  const failing = entries.filter(({ id }) => isFailing(outcomeOf(results, id)));
  return {
    known: failing.filter(({ expires }) => expires >= today),
    // Untested is not a verdict: the entry stays until there is one.
    stale: entries.filter(({ id }) => outcomeOf(results, id) === "passed"),
    expired: failing.filter(({ expires }) => expires < today),
  };
}

/** The entries of a baseline without the stale ones, each with the day on which it was last seen. */
export function pruneBaseline(
  entries: readonly KnownFailure[],
  { results, startedAt }: Pick<Report, "results" | "startedAt">,
): readonly KnownFailure[] {
  const today = startedAt.slice(0, 10);
  return entries
    .filter(({ id }) => outcomeOf(results, id) !== "passed")
    .map((entry) =>
      isFailing(outcomeOf(results, entry.id))
        ? { ...entry, firstSeen: entry.firstSeen ?? today, lastSeen: today }
        : entry,
    );
}

/**
 * The same with the other failures of the run. An earlier entry keeps the text of a person; a new one is refused until a
 * person has written its reason.
 */
export function extendBaseline(
  entries: readonly KnownFailure[],
  report: Pick<Report, "results" | "startedAt">,
): readonly KnownFailure[] {
  const { results, startedAt } = report;
  const today = startedAt.slice(0, 10);
  const expires = new Date(Date.parse(startedAt) + expiryDays * 86_400_000).toISOString().slice(0, 10);
  const known = new Set(entries.map(({ id }) => id));
  const added = results
    .filter(({ id, outcome }) => outcome === "failed" && !known.has(id))
    .map(({ id }) => ({ id, reason: unexplained, expires, firstSeen: today, lastSeen: today }));
  return [...pruneBaseline(entries, report), ...added];
}

/** A reason of another file may have characters that control a terminal. */
export const formatBaseline = (entries: readonly KnownFailure[]): string =>
  `${safeJson(formatJson(entries, 2))}\n`;
