/** From a history to what a report says of it: results, observed answers, and where green may mislead. */

import type { QuestionId } from "../../spec/open-questions.ts";
import type { Cause } from "../causes/cause.ts";
import { findCauses } from "../causes/find-causes.ts";
import type { Exchange } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { isBad } from "../evidence/read-credential.ts";
import { isSuccess } from "../model/contradiction.ts";
import { isMissing, plainLists, shown } from "../model/listed-orders.ts";
import { failingCall, type Observed, observations } from "../observations/observations.ts";
import { judge, type Requirement } from "../requirements/requirement.ts";
import type { ObservedAnswer, Result } from "./report.ts";

/** How exchanges, and what is said of them, come into a report: without secrets. */
export interface Reporting {
  evidence(exchanges: Iterable<Exchange>, decisive?: Exchange): Result["evidence"];
  /** @param exchange whose own secrets are taken out, too */
  hide(text: string, exchange?: Exchange): string;
}

/** What a result says of its requirement, whatever came of it. */
export const factsOf = ({ id, title, clause, level }: Requirement) => ({
  ...{ id, title, clause, level },
  ...{ reason: null, expected: null, received: null, known: null, cause: null },
});

/** The same of one that is broken. */
export const brokenFacts = (requirement: Requirement, expected: string, received: string) => ({
  ...factsOf(requirement),
  outcome: requirement.level === "must" ? ("failed" as const) : ("warned" as const),
  ...{ reason: `Expected ${expected}, got ${received}.`, expected, received },
});

export function judgeRequirement(
  requirement: Requirement,
  history: History,
  { evidence: show, hide }: Reporting,
): Result {
  const facts = factsOf(requirement);
  try {
    const { contradiction, untested, evidence } = judge(requirement, history);
    if (contradiction) {
      const { exchange } = contradiction;
      const [expected, received] = [contradiction.expected, contradiction.received].map((text) =>
        hide(text, exchange),
      );
      return { ...brokenFacts(requirement, expected!, received!), evidence: show(evidence, exchange) };
    }
    if (untested !== undefined)
      return { ...facts, outcome: "untested", reason: hide(untested), evidence: show(evidence) };
    return { ...facts, outcome: "passed", evidence: show(evidence) };
  } catch (error) {
    return { ...facts, outcome: "errored", reason: hide(String(error)), evidence: show([]) };
  }
}

/** The mistakes behind the failed results; none where they cannot be told: then each failure stands for itself. */
export function causesOf(
  requirements: readonly Requirement[],
  results: readonly Result[],
  history: History,
  apiKey: string,
): readonly Cause[] {
  const failed = new Set(results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id));
  const failures = requirements
    .filter(({ id }) => failed.has(id))
    .map(({ id, breaks }) => ({ id, contradictions: breaks(history) }));
  try {
    return findCauses(history, failures, apiKey);
  } catch {
    return [];
  }
}

export function observeQuestion(
  question: QuestionId,
  history: History,
  { evidence, hide }: Reporting,
): ObservedAnswer {
  const failing = failingCall(question, history);
  const { answer, reason, exchanges } = failing
    ? withoutAnswer(failing)
    : observations[question].observe(history);
  return {
    question,
    answer: answer ?? null,
    reason: answer || reason === undefined ? null : hide(reason),
    evidence: evidence(exchanges),
  };
}

function withoutAnswer(exchange: Exchange): Observed {
  const { request, answer, failure } = exchange;
  const came = answer ? `was answered ${answer.status}` : `got no answer (${failure})`;
  const reason = `A call that shows it ${came}, which fails a requirement: ${request.method} ${request.path}.`;
  return { reason, exchanges: [exchange] };
}

/** What the run saw that no rule forbids and hardly anybody means. */
export function warningsOf(history: History): readonly string[] {
  const { lists, given, calls } = history;
  const warnings = [...warnOfGivenOrders(history)];
  const filled = lists.filter(({ list }) => list.count > 0);
  if (filled.length > 0 && filled.every(({ list }) => !list.hasDocumentedField))
    warnings.push(
      "No listed order carries a field of the document (id, petId, quantity, shipDate, complete): nothing about them is tested.",
    );
  const [first, ...later] = plainLists(history);
  const last = later.findLast(({ list }) => list.count === first!.list.count);
  const left = last ? given.pending.filter((order) => shown(first!, order) && isMissing(last, order)) : [];
  if (left.length > 1 && later.every(({ list }) => list.count <= first!.list.count))
    warnings.push(
      `No list holds more than ${first!.list.count} orders, and one holds as many after ${left.length} given ones have left it: it may be a page of them.`,
    );
  const used = new Set(calls.flatMap(({ id }) => (id?.value === undefined ? [] : [id.value])));
  const unused = [...given.pending, ...given.shipped].filter((order) => !used.has(order));
  if (unused.length > 0)
    warnings.push(`${unused.length} of the given orders were not used: ${unused.slice(0, 5).join(", ")}.`);
  const lockedOut = calls.filter(({ isLockedOut }) => isLockedOut);
  if (lockedOut.length > 0)
    warnings.push(
      `After calls with bad keys the valid key is refused with ${lockedOut[0]!.status}, too: the server locks out. ${lockedOut.length} calls with the key came in that time and are not judged.`,
    );
  return warnings;
}

/** The status with which the valid key is refused to the end because of bad keys; undefined where it is not. */
export function lockOut({ calls }: History): number | undefined {
  const last = calls.findLast(({ credential }) => credential === "valid");
  return last?.isLockedOut ? last.status : undefined;
}

/** Where answers say that a run was not given the orders it was told: that explains more than any failure below it. */
export function warnOfGivenOrders({ calls, given }: History): readonly string[] {
  const cancels = calls.filter(({ operation, status }) => operation === "cancel" && status !== undefined);
  const ofOrder = (order: bigint) => cancels.filter(({ id }) => id?.value === order);
  /** What its own cancel was answered first. */
  const firstAnswers = (orders: readonly bigint[]) =>
    orders.flatMap((order) => {
      const own = ofOrder(order).find(
        ({ credential, isPlain, isSpecial }) => isPlain && !isSpecial && !isBad(credential),
      );
      return own ? [own.status!] : [];
    });
  const pending = firstAnswers(given.pending);
  const shipped = firstAnswers(given.shipped);
  if (pending.length === 0) return [];

  if (pending.every((status) => status === 409) && shipped.length > 0 && shipped.every(isSuccess))
    return [
      "Each order that was given as pending was refused with 409, and what was given as shipped was cancelled: they may have been given the other way round.",
    ];
  const isAnyDone = given.pending.some((order) => ofOrder(order).some(({ status }) => isSuccess(status)));
  if (isAnyDone || !pending.every((status) => status === 404 || status === 409)) return [];
  const answers = [...new Set(pending)].toSorted().join(" or ");
  return [
    `No order that was given as pending could be cancelled (${answers}): an earlier run may have used them up. Each run needs pending orders of its own.`,
  ];
}
