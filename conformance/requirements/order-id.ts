/** Section 4.2: orderId is an int64; every int64 is allowed, and each names one order. */

import { callsNaming, suspectsOf } from "../diagnosis/agents.ts";
import { expectAnswer, isSuccess } from "../diagnosis/contradiction.ts";
import { isGarbage } from "../diagnosis/state-before.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { hasNoEffect } from "./effects.ts";
import { ofEach, type Requirement, rulesOf, without } from "./requirement.ts";
import { unknownCancels, unknownFaults } from "./unknown-orders.ts";

const rule = rulesOf("order-id");

/** Cancels by ids that resemble a given order's. */
function resemblingCancels(history: History): readonly Call[] {
  const orders = [...history.given.pending, ...history.given.shipped];
  const suspects = orders
    .filter((order) => callsNaming(history, order).length > 0)
    .flatMap((order) => suspectsOf(history, order).filter(({ effectKind }) => effectKind === "otherId"));
  const calls = new Set(suspects.map(({ call }) => call));
  return history.calls.filter((call) => call.isPlain && calls.has(call));
}

/**
 * Special characters in a path may be refused on the way without an answer, and the document promises none. Letters, digits
 * and points pass everywhere (RFC 3986, 2.3): a server that does not answer these has failed.
 */
const isAnswered = ({ exchange, id }: Call) =>
  exchange.answer !== undefined || /^[\w.-]{1,100}$/.test(id?.text ?? "");

const onUnknown = { parts: ["unknown"] } as const;
const resembling = without(unknownFaults, ["resembling"], resemblingCancels);

export const orderIdRequirements: readonly Requirement[] = [
  rule(
    "unknown-large",
    "Every int64 is an id: unknown ids beyond 2^31, 2^32 and 2^53 answer 404",
    "cancel-order-id",
    { ...onUnknown, ...without(unknownFaults, ["large"], unknownCancels) },
  ),
  rule(
    "unknown-unusual",
    "Unknown ids of 0 and below answer 404, as other unknown ids do",
    "rfc9110-not-found",
    { ...onUnknown, ...without(unknownFaults, ["unusual"], unknownCancels) },
  ),
  rule("malformed", "An id that is no int64 is refused with a 4xx", "cancel-order-id", {
    parts: ["malformed"],
    ...ofEach(
      (history) => history.calls.filter((call) => isGarbage(history, call)),
      // A redirect does not cancel, and its target is another request.
      (call) => {
        const isRefused = (status: number) => status >= 300 && status < 500 && status !== 401;
        return isAnswered(call)
          ? expectAnswer(call, `a 4xx for the id ${call.id!.text}`, isRefused)
          : undefined;
      },
    ),
  }),
  rule("resembling", "An id that only resembles a pending order's is refused", "cancel-order-id", {
    parts: ["otherIds"],
    needs: "pending",
    scope: "order",
    ...resembling,
    breaks: (history) => [
      ...resembling.breaks(history),
      ...resemblingCancels(history)
        .filter((call) => call.id!.kind === "other" && isAnswered(call))
        .flatMap((call) => {
          const isRefused = (status: number) => !isSuccess(status) && status < 500;
          return expectAnswer(call, `the id ${call.id!.text} to be refused`, isRefused) ?? [];
        }),
    ],
  }),
  rule(
    "resembling-has-no-effect",
    "An id that only resembles a pending order's leaves that order pending",
    "cancel-order-id",
    { parts: ["otherIds", "cancels"], needs: "pending", scope: "order", ...hasNoEffect("otherId") },
  ),
];
