/**
 * Finds the answer to each open question in a history, or the reason why there is none. It never judges and never throws.
 * The table has each question: a new one does not compile until it is here.
 */

import { type AnswerTo, answersTo, type QuestionId } from "../../spec/open-questions.ts";
import {
  isGarbage,
  orderCancels,
  ownCancels,
  plainLists,
  repeatsOf,
  shown,
} from "../diagnosis/order-calls.ts";
import { changedFields, spontaneousFields, unsharedFields } from "../diagnosis/order-data.ts";
import { bodyText, type Exchange, headerOf, isDeferral, parsedBody } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import type { Part } from "../evidence/parts.ts";
import { type Call, isKeyed } from "../evidence/read-call.ts";
import { hasSpecialHeader } from "../evidence/special-headers.ts";
import { errorFaults, isDocumentedError } from "../requirements/errors.ts";
import { queriedCalls } from "../requirements/queried-lists.ts";

/** An observed answer, or the reason why there is none, with the exchanges. */
export interface Observed<Q extends QuestionId = QuestionId> {
  readonly answer?: AnswerTo<Q>;
  readonly reason?: string;
  readonly exchanges: readonly Exchange[];
}

export interface Observation<Q extends QuestionId> {
  /** The parts of a run that show it. */
  readonly parts: readonly Part[];
  readonly observe: (history: History) => Observed<Q>;
}

const notCalled = "The run made no call that shows it.";

/** The reason why a call shows no answer to a question. */
function unseen(call: Call | undefined, nothing: string): { reason: string; exchanges: readonly Exchange[] } {
  if (!call) return { reason: nothing, exchanges: [] };
  const { answer, failure, notSent } = call.exchange;
  const exchanges = [call.exchange];
  if (answer)
    return { reason: `The server answered ${answer.status}, which no profile value describes.`, exchanges };
  return { reason: notSent ? `Not sent: ${failure}.` : `There was no answer: ${failure}.`, exchanges };
}

/** A question that one call answers. */
const byCall = <Q extends QuestionId>(
  parts: readonly Part[],
  find: (history: History) => Call | undefined,
  answerOf: (call: Call) => AnswerTo<Q> | undefined,
  nothing = notCalled,
): Observation<Q> => ({
  parts,
  observe(history) {
    const call = find(history);
    const answer = call && answerOf(call);
    return answer ? { answer, exchanges: [call.exchange] } : unseen(call, nothing);
  },
});

/** A call's status, where it is one of a question's answers. */
const statusAs =
  <Q extends QuestionId>(question: Q) =>
  ({ status }: Call): AnswerTo<Q> | undefined =>
    answersTo(question).find((known) => known === String(status));

const isPlainCancel = (call: Call) => isKeyed(call, "cancel") && !call.isSpecial;

/** Cancels of a shipped order whose id is in another notation. */
const otherSpellings = ({ calls, given }: History) =>
  calls.filter(
    (call) => isPlainCancel(call) && call.id?.kind === "same" && given.shipped.includes(call.id.value),
  );
const isPadded = ({ id }: Call) => /^-?0\d+$/.test(id!.text);

const typeOf = ({ exchange }: Call) => headerOf(exchange.answer!, "content-type") ?? "";

function throttleOf({ answer, putOff }: Exchange): "429" | "503" | undefined {
  const status = putOff ?? (answer && isDeferral(answer) ? answer.status : undefined);
  return status === 429 ? "429" : status === 503 ? "503" : undefined;
}

export const observations: { readonly [Q in QuestionId]: Observation<Q> } = {
  cancelledInList: {
    parts: ["cancels"],
    observe(history) {
      const moved = spontaneousFields(history);
      for (const cancel of orderCancels(history).filter(({ status }) => status === 204)) {
        const order = cancel.id!.value!;
        const before = plainLists(history).findLast(({ call }) => call.endedAt <= cancel.sentAt);
        const after = plainLists(history).find(({ call }) => call.sentAt >= cancel.endedAt);
        const one = before && shown(before, order);
        if (!one || !after) continue;
        const exchanges = [before.call.exchange, cancel.exchange, after.call.exchange];
        const other = shown(after, order);
        if (!other) return { answer: "gone", exchanges };
        const changed = [...changedFields(one, other), ...unsharedFields(one, other)];
        const isChanged = changed.some((field) => !moved.has(field));
        return { answer: isChanged ? "changed" : "unchanged", exchanges };
      }
      return { reason: "No listed order was cancelled with a 204.", exchanges: [] };
    },
  },
  repeatedCancel: byCall(
    ["cancels"],
    (history) => repeatsOf(history).later[0],
    statusAs("repeatedCancel"),
    "No order was cancelled with a 204.",
  ),
  conflictBody: byCall(
    ["shipped"],
    (history) =>
      history.given.shipped
        .flatMap((order) => ownCancels(history, order))
        .find(({ status }) => status === 409),
    (refused) => {
      const answer = refused.exchange.answer!;
      if (answer.body.length === 0) return "none";
      if ("error" in parsedBody(answer) || bodyText(answer).trim() === "") return "text";
      const faults = errorFaults(refused);
      const isError = (["object", "code", "message", "status"] as const).every((kind) => !faults.has(kind));
      return isError ? "error" : "json";
    },
    "No call was answered 409.",
  ),
  statusField: {
    parts: ["lists"],
    observe({ lists }) {
      const first = lists.find(({ list }) => list.count > 0);
      if (!first) return { reason: "No order was listed.", exchanges: [] };
      const isShown = lists.some(({ list }) => list.hasStatus);
      return { answer: isShown ? "shown" : "absent", exchanges: [first.call.exchange] };
    },
  },
  unknownQuery: {
    parts: ["queries"],
    observe(history) {
      const queried = queriedCalls(history).filter(
        ({ query, exchange }) => query !== undefined && query !== "" && !hasSpecialHeader(exchange.request),
      );
      const silent = queried.find(({ exchange }) => !exchange.answer);
      if (silent || queried.length === 0) return unseen(silent, notCalled);
      const statuses = [...new Set(queried.map(({ status }) => status))].join(", ");
      const exchanges = queried.slice(0, 1).map(({ exchange }) => exchange);
      if (statuses === "200") return { answer: "ignored", exchanges };
      if (statuses === "400") return { answer: "refused", exchanges };
      return { reason: `The server answered ${statuses}, which no profile value describes.`, exchanges };
    },
  },
  malformedId: byCall(
    ["malformed"],
    (history) =>
      history.calls.find(
        (call) => !call.isSpecial && isGarbage(history, call) && /^[a-z]+$/.test(call.id!.text),
      ),
    statusAs("malformedId"),
  ),
  outOfRangeId: byCall(
    ["malformed"],
    ({ calls }) =>
      calls.find(
        (call) => isPlainCancel(call) && /^-?\d{19,30}$/.test(call.id!.text) && call.id!.kind === "other",
      ),
    statusAs("outOfRangeId"),
  ),
  paddedId: byCall(
    ["shipped"],
    (history) => otherSpellings(history).find(isPadded),
    ({ status = 0 }) => {
      if (status < 400 || status >= 500) return undefined;
      return status === 409 ? "same" : "refused";
    },
  ),
  idSpelling: {
    parts: ["shipped"],
    observe(history) {
      const spelled = otherSpellings(history).filter((call) => !isPadded(call) && call.exchange.answer);
      const isEncoded = ({ id }: Call) => /^-?(?:\d|%3\d)+$/.test(id!.text);
      const named = spelled.filter(({ status }) => status === 409);
      const exchanges = (named.length > 0 ? named : spelled).map(({ exchange }) => exchange);
      if (!spelled.some(isEncoded)) return { reason: notCalled, exchanges };
      if (named.some((call) => !isEncoded(call))) return { answer: "lenient", exchanges };
      return { answer: named.length > 0 ? "encoded" : "plain", exchanges };
    },
  },
  trailingSlash: byCall(
    ["lists"],
    ({ calls }) =>
      calls.find(
        ({ operation, isPlain, credential, exchange }) =>
          operation === "list" &&
          !isPlain &&
          credential === "valid" &&
          exchange.request.path.endsWith("orders/"),
      ),
    ({ status = 500 }) => {
      if (status >= 500) return undefined;
      if (status === 200) return "same";
      return status >= 300 && status < 400 ? "redirected" : "refused";
    },
  ),
  throttle: {
    parts: [],
    observe({ calls }) {
      const putOff = calls.find(({ exchange }) => throttleOf(exchange) !== undefined);
      if (!putOff) return { answer: "none", exchanges: [] };
      return { answer: throttleOf(putOff.exchange)!, exchanges: [putOff.exchange] };
    },
  },
  schemeCase: byCall(
    ["lists"],
    ({ calls }) =>
      calls.find(
        ({ operation, isPlain, credential }) => operation === "list" && isPlain && credential === "unclear",
      ),
    ({ status }) => (status === 200 ? "any" : status === 401 ? "exact" : undefined),
  ),
  errorMediaType: byCall(
    ["badKeys"],
    ({ calls }) =>
      calls.find((call) => !call.isSpecial && isDocumentedError(call) && /\bjson\b/i.test(typeOf(call))),
    (call) => (/^application\/json\b/i.test(typeOf(call)) ? "json" : "problem"),
    "No 401 states a media type.",
  ),
};
