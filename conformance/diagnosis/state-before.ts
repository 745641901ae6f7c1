/** The state in which a cancel found its order, as far as the history shows it. */

import { givenState } from "../evidence/given-orders.ts";
import { type History, oncePerHistory } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { isBad, isTolerable } from "../evidence/read-credential.ts";
import { resembles } from "../evidence/read-id.ts";
import { callsNaming } from "./agents.ts";
import { isSuccess } from "./contradiction.ts";

/** unclear: an order that was not given, or that may have been cancelled meanwhile. */
export type StateBefore = "pending" | "shipped" | "cancelled" | "unknown" | "malformed" | "unclear";

export function stateBefore(history: History, { id, sentAt, endedAt }: Call): StateBefore {
  if (id?.kind !== "exact") return "malformed";
  const given = givenState(history.given, id.value);
  if (given === "shipped") return given;
  if (given === undefined) return history.wasListed(id.value, endedAt) ? "unclear" : "unknown";
  const cancel = callsNaming(history, id.value).find(
    (call) => call.operation === "cancel" && call.credential === "valid" && isSuccess(call.status),
  );
  if (!cancel || cancel.sentAt >= endedAt) return "pending";
  return cancel.endedAt <= sentAt ? "cancelled" : "unclear";
}

/** An id that no gateway takes for an attack: what it answers to others before the service is its own business. */
export const isPlainId = ({ id }: Call): boolean => /^[A-Za-z\d.+-]{1,40}$/.test(id?.text ?? "");

/** Texts that are no int64 and like no given order's id. */
export function isGarbage({ given }: History, { operation, isPlain, credential, id }: Call): boolean {
  return (
    operation === "cancel" &&
    isPlain &&
    credential === "valid" &&
    id?.kind === "other" &&
    ![...given.pending, ...given.shipped].some((order) => resembles(id, order))
  );
}

/**
 * Whether a cancel whose id is the same number in another notation is answered as one of an unknown order: to the server
 * it need not be the order's id.
 */
export function isSaidOfNothing(history: History, { id, status }: Call): boolean {
  if (id?.kind !== "same") return false;
  return history.calls.some(
    (call) =>
      call.status === status &&
      (isGarbage(history, call) ||
        (call.operation === "cancel" &&
          call.isPlain &&
          call.credential === "valid" &&
          stateBefore(history, call) === "unknown")),
  );
}

const keylessStatuses = oncePerHistory(
  ({ calls }) =>
    new Set(
      calls.flatMap(({ operation, credential, status }) =>
        operation === "cancel" && isBad(credential) ? [status] : [],
      ),
    ),
);

/** Whether a cancel whose credential a server may refuse is answered as cancels without a valid key are. */
export const isAnsweredAsKeyless = (history: History, { credential, status }: Call): boolean =>
  isTolerable(credential) && keylessStatuses(history).has(status);
