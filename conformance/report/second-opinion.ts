/**
 * Compares the findings of a schema validator with those of the suite on the same answers, and explains differences. The
 * validator's findings are made elsewhere.
 */

import { dateTimeKind } from "../../base/date-time.ts";
import { isInt64, parseId } from "../../base/ids.ts";
import { isJsonObject } from "../../base/json.ts";
import { matchPath } from "../../spec/wire.ts";
import { type Answer, type Exchange, parsedBody } from "../evidence/exchange.ts";
import { elementFaults } from "../evidence/order-faults.ts";
import { errorFaults } from "../requirements/errors.ts";

type Answered = Exchange & { readonly answer: Answer };

/** A validator's finding on one answer. */
export interface ValidatorFindings {
  /** The status that it passed on. */
  readonly status: number;
  readonly violations: readonly string[];
}

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

function operationOf({ request: { method, path } }: Exchange): string | undefined {
  const match = matchPath(path);
  // A validator does not judge the answer to a path without an id.
  const isId = match && (match.parameter === "" || parseId(match.parameter) !== undefined);
  return isId ? match.operations.get(method) : undefined;
}

interface Fault {
  readonly text: string;
  /** Whether a schema of the body can express it. */
  readonly isOfSchema: boolean;
}

/** The suite's own findings on one answer, without state. */
function faultsOf(exchange: Answered): readonly Fault[] {
  const { answer } = exchange;
  const { status } = answer;
  const fault = (text: string, isOfSchema = true): Fault => ({ text, isOfSchema });
  if (status === 409) return [];
  if (status === 204)
    return answer.body.length + (answer.stray?.length ?? 0) > 0 ? [fault("bytes after a 204", false)] : [];
  if (status === 200) {
    const parsed = parsedBody(answer);
    if ("error" in parsed) return [fault("the body is not JSON")];
    if (!Array.isArray(parsed.json)) return [fault("the body is not an array")];
    const texts = parsed.json
      .flatMap((element, index) => elementFaults(element, index))
      .filter(({ kind }) => kind !== "ship-date-rfc3339")
      .map(({ rule, received }) => `expected ${rule}, got ${received}`);
    return [...new Set(texts)].map((text) => fault(text));
  }
  if (status !== 401 && status !== 404) return [fault(`status ${status} is not in the document`, false)];
  return [...errorFaults({ exchange, status })]
    .filter(([kind]) => kind !== "media-type-stated")
    .map(([kind, { expected, received }]) =>
      fault(`expected ${expected}, got ${received}`, kind !== "status" && kind !== "media-type"),
    );
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
    comment: agree ? null : isReplaced ? replaced : explain(answer, ours, theirs),
  };
}

const replaced = "The validator replaced the server's answer with its own; the suite judged the server's.";

function explain(answer: Answer, ours: readonly Fault[], theirs: readonly string[]): string {
  if (theirs.length === 0) {
    return ours.some(({ isOfSchema }) => isOfSchema)
      ? "The suite is right by the document; the validator let it pass."
      : "The suite is right: a schema cannot say this, the document does.";
  }
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
