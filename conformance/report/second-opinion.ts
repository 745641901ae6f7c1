/**
 * Where a schema validator and the suite differ on the same answers, and why.
 * The validator's findings come from elsewhere; this file only compares.
 */

import { dateTimeKind } from "../../base/date-time.ts";
import { isInt64, parseId } from "../../base/ids.ts";
import { isJsonObject } from "../../base/json.ts";
import { matchPath } from "../../spec/wire.ts";
import type { Answer, Exchange } from "../evidence/exchange.ts";
import { parsedBody } from "../evidence/exchange.ts";
import { elementFaults } from "../evidence/order-faults.ts";
import { errorFaults } from "../requirements/error-faults.ts";

type Answered = Exchange & { readonly answer: Answer };

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

export function operationOf({ request: { method, path } }: Exchange): string | undefined {
  const match = matchPath(path);
  // What an operation makes of a path that is no id is not a validator's matter.
  const isId = match && (match.parameter === "" || parseId(match.parameter) !== undefined);
  return isId ? match.operations.get(method) : undefined;
}

interface Fault {
  readonly text: string;
  /** Whether a schema of the body can say it. */
  readonly isOfSchema: boolean;
}

/** The suite's own view of one answer, apart from any state. */
export function faultsOf(exchange: Answered): readonly Fault[] {
  const { answer } = exchange;
  const { status } = answer;
  const fault = (text: string, isOfSchema: boolean): Fault => ({ text, isOfSchema });
  switch (status) {
    case 204: {
      const bytes = answer.body.length + (answer.stray?.length ?? 0);
      return bytes > 0 ? [fault("bytes after a 204", false)] : [];
    }
    case 409:
      return [];
    case 200: {
      const parsed = parsedBody(answer);
      if ("error" in parsed) return [fault("the body is not JSON", true)];
      if (!Array.isArray(parsed.json)) return [fault("the body is no array", true)];
      const faults = parsed.json
        .flatMap((element, index) => elementFaults(element, index))
        .filter(({ kind }) => kind !== "ship-date-rfc3339");
      const texts = new Set(faults.map(({ rule, received }) => `expected ${rule}, got ${received}`));
      return [...texts].map((text) => fault(text, true));
    }
    case 401:
    case 404:
      return [...errorFaults({ exchange, status })]
        .filter(([kind]) => kind !== "media-type-stated")
        .map(([kind, { expected, received }]) =>
          fault(`expected ${expected}, got ${received}`, kind !== "status" && kind !== "media-type"),
        );
    default:
      return [fault(`status ${status} is not in the document`, false)];
  }
}

export function compareOpinions(exchange: Answered, findings: ValidatorFindings): Opinion {
  const { answer } = exchange;
  const ours = faultsOf(exchange);
  const theirs = findings.violations;
  const isReplaced = findings.status !== answer.status;
  const agree = !isReplaced && ours.length > 0 === theirs.length > 0;
  return {
    operation: operationOf(exchange) ?? "",
    status: answer.status,
    ours: ours.map(({ text }) => text),
    theirs: isReplaced ? [`passed on as ${findings.status}`, ...theirs] : theirs,
    agree,
    comment: agree ? null : isReplaced ? replaced : explain(answer, ours, theirs),
  };
}

const replaced =
  "The validator put an answer of its own in the place of the server's; the suite looked at the server's.";

function explain(answer: Answer, ours: readonly Fault[], theirs: readonly string[]): string {
  if (theirs.length === 0) {
    return ours.some(({ isOfSchema }) => isOfSchema)
      ? "The suite is right by the document; the validator let it pass."
      : "The suite is right: a schema cannot say this, the document does.";
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
