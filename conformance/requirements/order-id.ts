/** Section 4.2: orderId is an int64, every one of them, and each names one order. */

import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { callsNaming, suspectsOf } from "../model/agents.ts";
import { type Contradiction, expectAnswer, isSuccess } from "../model/contradiction.ts";
import { isGarbage } from "../model/state-before.ts";
import { effectsOf, spoiledBy, survivedAttacks } from "./effects.ts";
import { ofEach, type Requirement, requirement } from "./requirement.ts";
import { unknownCancels, unknownFaults } from "./unknown-orders.ts";

const unknownFaultsOf = (history: History, kind: string): readonly Contradiction[] =>
  unknownFaults(history).flatMap((fault) => (fault.kind === kind ? [fault.found] : []));

/** Cancels by ids that look like a given order's and are not. */
function resemblingCancels(history: History): readonly Call[] {
  const orders = [...history.given.pending, ...history.given.shipped];
  const suspects = orders
    .filter((order) => callsNaming(history, order).length > 0)
    .flatMap((order) => suspectsOf(history, order).filter(({ effectKind }) => effectKind === "otherId"));
  const calls = new Set(suspects.map(({ call }) => call));
  return history.calls.filter((call) => call.isPlain && calls.has(call));
}

/**
 * Odd signs in a path may be dropped on the way: the document promises them no answer. Letters, digits and points
 * come through everywhere (RFC 3986, 2.3): a server that gives these no answer has failed.
 */
const isAnswered = ({ exchange, id }: Call) =>
  exchange.answer !== undefined || /^[\w.-]{1,100}$/.test(id?.text ?? "");
const isMalformed = (call: Call) => call.id?.kind === "other";

export const orderIdRequirements: readonly Requirement[] = [
  requirement({
    id: "order-id/unknown-large",
    title: "Every int64 is an id: unknown ids beyond 2^31, 2^32 and 2^53 answer 404",
    clause: "cancel-order-id",
    parts: ["unknown"],
    covers: unknownCancels,
    breaks: (history) => unknownFaultsOf(history, "large"),
  }),
  requirement({
    id: "order-id/unknown-unusual",
    title: "Unknown ids of 0 and below answer 404, as other unknown ids do",
    clause: "rfc9110-not-found",
    parts: ["unknown"],
    covers: unknownCancels,
    breaks: (history) => unknownFaultsOf(history, "unusual"),
  }),
  requirement({
    id: "order-id/malformed",
    title: "An id that is no int64 is refused with a 4xx",
    clause: "cancel-order-id",
    parts: ["malformed"],
    ...ofEach(
      (history) => history.calls.filter((call) => isGarbage(history, call)),
      (call) => {
        // A redirect gives nothing away either, and what it leads to is another request.
        const isRefused = (status: number) => status >= 300 && status < 500 && status !== 401;
        return isAnswered(call)
          ? expectAnswer(call, `a 4xx for the id ${call.id!.text}`, isRefused)
          : undefined;
      },
    ),
  }),
  requirement({
    id: "order-id/resembling",
    title: "An id that only resembles a pending order's is refused",
    clause: "cancel-order-id",
    parts: ["otherIds"],
    needs: "pending",
    scope: "order",
    covers: resemblingCancels,
    breaks: (history) => [
      ...unknownFaultsOf(history, "resembling"),
      ...resemblingCancels(history)
        .filter((call) => isMalformed(call) && isAnswered(call))
        .flatMap((call) => {
          const isRefused = (status: number) => !isSuccess(status) && status < 500;
          return expectAnswer(call, `the id ${call.id!.text} to be refused`, isRefused) ?? [];
        }),
    ],
  }),
  requirement({
    id: "order-id/resembling-has-no-effect",
    title: "An id that only resembles a pending order's leaves that order pending",
    clause: "cancel-order-id",
    parts: ["otherIds", "cancels"],
    needs: "pending",
    scope: "order",
    covers: (history) => survivedAttacks(history, "otherId"),
    breaks: (history) => effectsOf(history, "otherId"),
    spoils: (history) => spoiledBy(history, "otherId"),
  }),
];
