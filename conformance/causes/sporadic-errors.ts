/**
 * Answers that have one reason: server errors, or refusals of the valid key, in some calls of several kinds, or in nearly
 * all calls from one moment on.
 */

import { type Call, isBad } from "../evidence/read-call.ts";
import type { CallFacts } from "./call-facts.ts";
import type { Symptom } from "./symptoms.ts";

/** Minimum number of kinds of calls with such errors. */
const minKinds = 3;
/** Maximum share of the calls of each kind with such errors. */
const maxShare = 1 / 3;
/** Minimum share of the calls after the first such error, where the errors begin at one moment. */
const minLaterShare = 0.9;

/** The symptoms, with sporadic errors as a separate kind. */
export function withSporadicErrors(
  symptoms: readonly Symptom[],
  facts: readonly CallFacts[],
): readonly Symptom[] {
  const sporadic = new Set([...new Set(symptoms.map(({ call }) => call.status))].filter(isSporadic));
  return symptoms.map((symptom) =>
    sporadic.has(symptom.call.status) && isError(symptom.call)
      ? { ...symptom, kind: "sporadic", detail: String(symptom.call.status) }
      : symptom,
  );

  function isSporadic(status: number | undefined): boolean {
    const has = ({ call }: CallFacts) => call.status === status && isError(call);
    const kinds = [...Map.groupBy(facts, kindOf).values()].filter((calls) => calls.some(has));
    if (kinds.length < minKinds) return false;
    const from = Math.min(...facts.filter(has).map(({ call }) => call.sentAt));
    const later = facts.filter(({ call }) => call.sentAt >= from && call.status !== undefined);
    return (
      later.filter(has).length >= later.length * minLaterShare ||
      kinds.every((calls) => calls.filter(has).length <= Math.max(1, calls.length * maxShare))
    );
  }
}

/** Whether a call has a server's error, or the refusal of a valid key. */
const isError = ({ status = 0, credential }: Call) =>
  status >= 500 || (status === 401 && credential === "valid");

const kindOf = ({ call: { operation, credential }, state }: CallFacts): string =>
  `${operation} ${isBad(credential)} ${state}`;
