/**
 * Compares the findings of a schema validator with those of the suite on the same answers, and explains differences. The
 * validator's findings are made elsewhere.
 */

import { dateTimeKind } from "../../base/date-time.ts";
import { isInt64, parseId } from "../../base/ids.ts";
import { isJsonObject } from "../../base/json.ts";
import { matchPath, type OperationId, operations } from "../../spec/wire.ts";
import { type Answer, type Exchange, parsedBody } from "../evidence/exchange.ts";
import { trustingKeyRing } from "../evidence/key-ring.ts";
import { TrafficHistory } from "../evidence/traffic-history.ts";
import { defaultRequirements } from "../requirements/all-requirements.ts";

type Answered = Exchange & { readonly answer: Answer };

export interface Opinion {
  readonly operation: string;
  readonly status: number;
  /** The objections of the suite to the answer; empty if there are none. */
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** The verdict on a difference, with its reason; null where both agree. */
  readonly comment: string | null;
}

/** Answers to validate: one of each operation, status and body. */
export function answersToCompare(exchanges: readonly Exchange[]): readonly Answered[] {
  const seen = new Map<string, Answered>();
  for (const exchange of exchanges) {
    const { request, answer } = exchange;
    const operation = answer && operationOf(exchange);
    if (!operation || request.path.includes("?")) continue;
    const key = `${operation} ${answer.status} ${answer.status === 200 ? answer.body.length : "any"}`;
    if (!seen.has(key)) seen.set(key, { ...exchange, answer });
  }
  return [...seen.values()];
}

function operationOf({ request: { method, path } }: Exchange): OperationId | undefined {
  const match = matchPath(path);
  // A validator does not judge the answer to a path without an id.
  const isId = match && (match.parameter === "" || parseId(match.parameter) !== undefined);
  return isId ? match.operations.get(method) : undefined;
}

/** Objections of the suite to one answer, without its history. Keys are not judged, since a validator does not. */
function objectionsTo(exchange: Answered): readonly string[] {
  const { status } = exchange.answer;
  const statuses: readonly number[] = operations[operationOf(exchange)!].statuses;
  if (!statuses.includes(status)) return [`status ${status} is not in the document`];
  const alone = new TrafficHistory(trustingKeyRing, false).take(exchange);
  return defaultRequirements
    .filter(({ level, scope, breaks }) => level === "must" && scope !== "order" && breaks(alone).length > 0)
    .map(({ title }) => title);
}

/** @param theirs the objections of the validator to the answer */
export function compareOpinions(exchange: Answered, theirs: readonly string[]): Opinion {
  const { answer } = exchange;
  const ours = objectionsTo(exchange);
  const agree = ours.length > 0 === theirs.length > 0;
  return {
    operation: operationOf(exchange)!,
    status: answer.status,
    ours,
    theirs,
    comment: agree ? null : explain(answer, theirs),
  };
}

function explain(answer: Answer, theirs: readonly string[]): string {
  if (theirs.length === 0)
    return "The suite is right by the document; the validator, or its schema, lets it pass.";
  const traps = new Set(theirs.map((violation) => trapOf(violation, answer)));
  return traps.has(undefined)
    ? "Not a known trap: check the answer. The suite does not judge what the document does not say."
    : `The suite is right: ${[...traps].join(" And ")}`;
}

/** The known reason why a validator is wrong about an answer, if there is one. */
function trapOf(violation: string, answer: Answer): string | undefined {
  const parsed = parsedBody(answer);
  const elements = "json" in parsed && Array.isArray(parsed.json) ? parsed.json : [];
  const orders = elements.filter((element) => isJsonObject(element));
  const isBeyondDouble = /(?:<=|>=) -?9007199254740991/.test(violation);
  if (isBeyondDouble && orders.every(({ id = 0n, petId = 0n }) => isInt64(id) && isInt64(petId)))
    return "the validator counts in doubles, for which int64 ends at 2^53 - 1; the document says int64.";
  const isDate = (text: unknown) => typeof text !== "string" || dateTimeKind(text) !== "invalid";
  if (/date-time/.test(violation) && orders.every(({ shipDate }) => isDate(shipDate)))
    return "the document says ISO 8601, the validator asks for the narrower RFC 3339.";
  return undefined;
}

export function formatOpinions(name: string, all: readonly Opinion[]): string {
  // A run reads the list many times, and the same finding need be shown only once.
  const findingOf = ({ operation, status, ours, comment }: Opinion) =>
    JSON.stringify([operation, status, ours, comment]);
  const opinions = [...new Map(all.map((opinion) => [findingOf(opinion), opinion])).values()];
  const firstOf = (findings: readonly string[]) =>
    findings.length > 1 ? `${findings[0]} (and ${findings.length - 1} more)` : findings[0];
  const lines = opinions.flatMap(({ operation, status, ours, theirs, comment }) => [
    `  ${comment === null ? "=" : "≠"} ${operation} ${status}  ${comment ?? "both say the same"}`,
    ...(ours.length > 0 ? [`      suite:  ${firstOf(ours)}`] : []),
    ...(theirs.length > 0 ? [`      ${name}:  ${firstOf(theirs)}`] : []),
  ]);
  const differ = opinions.filter(({ comment }) => comment !== null).length;
  return [
    `A second opinion, by ${name}: ${opinions.length} answers, ${differ} seen differently`,
    ...lines,
    "",
  ].join("\n");
}
