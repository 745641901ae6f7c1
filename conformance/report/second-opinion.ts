/**
 * Where a schema validator and the suite differ on the same answers, and why.
 * The validator's findings come from elsewhere; this file only compares.
 */

import { dateTimeKind } from "../../base/date-time.ts";
import { isInt64, parseId } from "../../base/ids.ts";
import { isJsonObject } from "../../base/json.ts";
import { matchPath } from "../../spec/wire.ts";
import type { Answer, Exchange } from "../evidence/exchange.ts";
import { headerOf, isJsonType, parsedBody } from "../evidence/exchange.ts";
import { elementFaults } from "../evidence/order-faults.ts";

/** A validator's word on one answer. */
export interface ValidatorFindings {
  /** The status it passed on. */
  readonly status: number;
  readonly violations: readonly string[];
}

export interface Opinion {
  readonly operation: string;
  readonly status: number;
  /** What the suite holds against the answer; empty when nothing. */
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  readonly agree: boolean;
  /** Who is right, and why, where they differ. */
  readonly comment: string | null;
}

/** Answers worth a second look: one of each operation, status and body. */
export function answersToCompare(exchanges: readonly Exchange[]): readonly (Exchange & { answer: Answer })[] {
  const seen = new Map<string, Exchange & { answer: Answer }>();
  for (const exchange of exchanges) {
    const { request, answer } = exchange;
    const operation = answer && operationOf(exchange);
    if (!operation || request.path.includes("?")) continue;
    const key = `${operation} ${answer.status} ${answer.status === 200 ? answer.body.length : "any"}`;
    if (!seen.has(key)) seen.set(key, { ...exchange, answer });
  }
  return [...seen.values()];
}

export function operationOf({ request: { method, path } }: Exchange): string | undefined {
  const match = matchPath(path);
  // What an operation makes of a path that is no id is not a validator's matter.
  const isId = match && (match.parameter === "" || parseId(match.parameter) !== undefined);
  return isId ? match.operations.get(method) : undefined;
}

/** The suite's own view of one answer, apart from any state. */
export function faultsOf(answer: Answer): readonly string[] {
  if (answer.status === 204)
    return answer.body.length + (answer.stray?.length ?? 0) > 0 ? ["bytes after a 204"] : [];
  if (answer.status === 409) return [];
  const parsed = parsedBody(answer);
  if ("error" in parsed) return ["the body is not JSON"];
  if (answer.status === 200) {
    if (!Array.isArray(parsed.json)) return ["the body is no array"];
    const faults = parsed.json
      .flatMap((element, index) => elementFaults(element, index))
      .filter(({ kind }) => kind !== "ship-date-rfc3339");
    return [...new Set(faults.map(({ rule, received }) => `expected ${rule}, got ${received}`))];
  }
  if (answer.status !== 401 && answer.status !== 404)
    return [`status ${answer.status} is not in the document`];
  if (!isJsonObject(parsed.json)) return ["the body is no Error object"];
  const { code, message, status } = parsed.json;
  const type = headerOf(answer, "content-type");
  return [
    ...(typeof code === "string" ? [] : ["code is no string"]),
    ...(typeof message === "string" ? [] : ["message is no string"]),
    ...(status === BigInt(answer.status) ? [] : ["status is not the answer's status"]),
    ...(type === undefined || isJsonType(type) ? [] : [`the media type is ${type}`]),
  ];
}

export function compareOpinions(
  exchange: Exchange & { answer: Answer },
  findings: ValidatorFindings,
): Opinion {
  const { answer } = exchange;
  const ours = faultsOf(answer);
  const theirs = findings.violations;
  const isReplaced = findings.status !== answer.status;
  const agree = !isReplaced && ours.length > 0 === theirs.length > 0;
  return {
    operation: operationOf(exchange) ?? "",
    status: answer.status,
    ours,
    theirs: isReplaced ? [`passed on as ${findings.status}`, ...theirs] : theirs,
    agree,
    comment: agree ? null : isReplaced ? replaced : explain(answer, ours, theirs),
  };
}

const replaced =
  "The validator put an answer of its own in the place of the server's; the suite looked at the server's.";

function explain(answer: Answer, ours: readonly string[], theirs: readonly string[]): string {
  if (theirs.length === 0) {
    const beyondSchema = ours.every((fault) =>
      /status is not|bytes after|media type|not in the document/.test(fault),
    );
    return beyondSchema
      ? "The suite is right: a schema cannot say this, the document does."
      : "The suite is right by the document; the validator let it pass.";
  }
  const traps = new Set(theirs.map((violation) => trapOf(violation, answer)));
  return traps.has(undefined)
    ? "Not a known trap: look at the answer. Where the document is silent the suite does not judge."
    : `The suite is right: ${[...traps].join(" And ")}`;
}

/** The known reason why a validator is wrong about an answer, if it is that. */
function trapOf(violation: string, answer: Answer): string | undefined {
  if (/(?:<=|>=) -?9007199254740991/.test(violation) && hasOnlyInt64(answer)) {
    return "the validator counts in doubles and takes int64 to end at 2^53 - 1; the document says int64.";
  }
  if (/date-time/.test(violation) && hasOnlyIsoDates(answer)) {
    return "the document says ISO 8601, the validator asks for the narrower RFC 3339.";
  }
  return undefined;
}

function ordersOf(answer: Answer) {
  const parsed = parsedBody(answer);
  return "json" in parsed && Array.isArray(parsed.json)
    ? parsed.json.filter((element) => isJsonObject(element))
    : [];
}

function hasOnlyInt64(answer: Answer): boolean {
  return ordersOf(answer).every(({ id = 0n, petId = 0n }) => isInt64(id) && isInt64(petId));
}

function hasOnlyIsoDates(answer: Answer): boolean {
  return ordersOf(answer).every(
    ({ shipDate }) => typeof shipDate !== "string" || dateTimeKind(shipDate) !== "invalid",
  );
}

export function formatOpinions(name: string, all: readonly Opinion[]): string {
  // The list is read many times a run, and the same thing need be said of it once.
  const opinions = [...new Map(all.map((opinion) => [sayOnce(opinion), opinion])).values()];
  const lines = opinions.flatMap(({ operation, status, ours, theirs, agree, comment }) => [
    `  ${agree ? "=" : "≠"} ${operation} ${status}  ${agree ? "both say the same" : comment}`,
    ...(ours.length > 0 ? [`      suite:  ${ours[0]}${more(ours)}`] : []),
    ...(theirs.length > 0 ? [`      ${name}:  ${theirs[0]}${more(theirs)}`] : []),
  ]);
  const differ = opinions.filter(({ agree }) => !agree).length;
  return [
    `A second opinion, by ${name}: ${opinions.length} answers, ${differ} seen differently`,
    ...lines,
    "",
  ].join("\n");
}

function sayOnce({ operation, status, ours, comment }: Opinion): string {
  return JSON.stringify([operation, status, ours, comment]);
}

function more(findings: readonly string[]): string {
  return findings.length > 1 ? ` (and ${findings.length - 1} more)` : "";
}
