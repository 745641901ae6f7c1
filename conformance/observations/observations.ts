/**
 * How to see the answer to each open question. Observing never judges and never
 * throws: what cannot be seen has a reason instead of an answer. Total over the
 * questions: a new one does not compile until it is handled here.
 */

import { isJsonObject } from "../../base/json.ts";
import { type AnswerTo, answersTo, type QuestionId } from "../../spec/open-questions.ts";
import type { Exchange } from "../history/exchange.ts";
import { bodyText, headerOf, parsedBody } from "../history/exchange.ts";
import { changedFields, findOrder, listOf, ordersIn, passingFields } from "../rules/listed-orders.ts";
import { cancelledPending, paddedShipped, shippedOrder } from "../scenarios/given-orders.ts";
import {
  lowerCaseScheme,
  malformedCancels,
  malformedIds,
  plainLists,
  queriedLists,
  refusedLists,
} from "../scenarios/look.ts";
import type { Scene } from "../scenarios/scene.ts";

/** What was seen: an answer, or why there is none; and where. */
export interface Sighting {
  readonly answer: string | undefined;
  readonly reason?: string;
  readonly exchanges: readonly Exchange[];
}

export interface Observation<S extends Scene = Scene> {
  readonly scene: S;
  readonly see: (evidence: unknown) => Sighting;
}

interface SightingOf<Q extends QuestionId> {
  readonly answer?: AnswerTo<Q>;
  readonly reason?: string;
  readonly exchanges: readonly Exchange[];
}

function observe<Q extends QuestionId, E>(
  _question: Q,
  scene: Scene<E>,
  see: (evidence: E) => SightingOf<Q>,
): Observation {
  // The runner hands each observation the evidence of its own scene.
  return { scene, see: (evidence) => ({ answer: undefined, ...see(evidence as E) }) };
}

/** Why an exchange shows no answer to a question. */
function unseen({ answer, failure, withheld }: Exchange): string {
  if (answer) return `It answered ${answer.status}, which no profile can say.`;
  return withheld ? `Not sent: ${failure}.` : `There was no answer: ${failure}.`;
}

/** An answer's status as one of a question's answers, if it is one. */
function statusAnswer<Q extends QuestionId>(question: Q, exchange: Exchange): SightingOf<Q> {
  const status = String(exchange.answer?.status);
  const answer = answersTo(question).find((known) => known === status);
  if (answer === undefined) return { exchanges: [exchange], reason: unseen(exchange) };
  return { exchanges: [exchange], answer };
}

export const observations: { readonly [Q in QuestionId]: Observation } = {
  cancelledInList: observe("cancelledInList", cancelledPending, ({ id, before, cancel, after, atLast }) => {
    const exchanges = [before[1], cancel, after];
    const [listBefore, listAfter] = [listOf(before[1]), listOf(after)];
    const orderBefore = listBefore && findOrder(listBefore, id);
    if (cancel.answer?.status !== 204 || !orderBefore || !listAfter) {
      return { reason: "No listed order was cancelled with a 204.", exchanges };
    }
    const orderAfter = findOrder(listAfter, id);
    if (!orderAfter) return { answer: "gone", exchanges };
    const passing = passingFields(id, before, atLast);
    const isChanged = changedFields(orderBefore, orderAfter, passing).length > 0;
    return { answer: isChanged ? "changed" : "unchanged", exchanges };
  }),
  repeatedCancel: observe("repeatedCancel", cancelledPending, ({ cancel, again: [again] }) => {
    if (cancel.answer?.status !== 204 || !again)
      return { reason: "No order was cancelled with a 204.", exchanges: [cancel] };
    return statusAnswer("repeatedCancel", again);
  }),
  conflictBody: observe("conflictBody", shippedOrder, ({ first }) => {
    const exchanges = [first];
    if (first.answer?.status !== 409) return { reason: "No call was answered 409.", exchanges };
    if (first.answer.body.length === 0) return { answer: "none", exchanges };
    const parsed = parsedBody(first.answer);
    if ("error" in parsed || bodyText(first.answer).trim() === "") return { answer: "text", exchanges };
    return { answer: isErrorShaped(parsed.json) ? "error" : "json", exchanges };
  }),
  statusField: observe("statusField", plainLists, ([exchange]) => {
    const list = listOf(exchange);
    if (!list || list.length === 0) return { reason: "No listed order to look at.", exchanges: [exchange] };
    return {
      answer: ordersIn(list).some((order) => Object.hasOwn(order, "status")) ? "shown" : "absent",
      exchanges: [exchange],
    };
  }),
  unknownQuery: observe("unknownQuery", queriedLists, ({ queried }) => {
    const silent = queried.find(({ answer }) => !answer);
    if (silent) return { reason: unseen(silent), exchanges: [silent] };
    const statuses = new Set(queried.map((exchange) => exchange.answer?.status));
    const exchanges = queried.slice(0, 1);
    const [status] = statuses;
    if (statuses.size === 1 && status === 200) return { answer: "ignored", exchanges };
    if (statuses.size === 1 && status === 400) return { answer: "refused", exchanges };
    return { reason: `It answered ${[...statuses].join(", ")}, which no profile can say.`, exchanges };
  }),
  malformedId: observe("malformedId", malformedCancels, ({ withKey }) =>
    statusAnswer("malformedId", withKey[malformedIds.indexOf("abc")]!),
  ),
  outOfRangeId: observe("outOfRangeId", malformedCancels, ({ withKey }) =>
    statusAnswer("outOfRangeId", withKey[malformedIds.indexOf("9223372036854775808")]!),
  ),
  paddedId: observe("paddedId", paddedShipped, (exchange) => {
    const status = exchange.answer?.status;
    if (status === 409) return { answer: "same", exchanges: [exchange] };
    if (status !== undefined && status >= 400 && status < 500)
      return { answer: "refused", exchanges: [exchange] };
    return { reason: unseen(exchange), exchanges: [exchange] };
  }),
  schemeCase: observe("schemeCase", lowerCaseScheme, (exchange) => {
    const status = exchange.answer?.status;
    if (status === 200) return { answer: "any", exchanges: [exchange] };
    if (status === 401) return { answer: "exact", exchanges: [exchange] };
    return { reason: unseen(exchange), exchanges: [exchange] };
  }),
  errorMediaType: observe("errorMediaType", refusedLists, ({ none }) => {
    const type = none.answer && headerOf(none.answer, "content-type");
    if (none.answer?.status !== 401 || type === undefined)
      return { reason: "No 401 states a media type.", exchanges: [none] };
    return { answer: /^application\/json\b/i.test(type) ? "json" : "problem", exchanges: [none] };
  }),
};

function isErrorShaped(json: unknown): boolean {
  return (
    isJsonObject(json) &&
    typeof json.code === "string" &&
    typeof json.message === "string" &&
    typeof json.status === "bigint"
  );
}
