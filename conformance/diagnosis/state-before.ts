/** The state of an order before a cancel, as far as the history shows it. */

import { givenState } from "../evidence/given-orders.ts";
import { type History, oncePerHistory } from "../evidence/history.ts";
import { type Call, isKeyed } from "../evidence/read-call.ts";
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

/** Whether an id does not look like an attack to a gateway, which may give any answer to one that does. */
export const isPlainId = ({ id }: Call): boolean => /^[A-Za-z\d.+-]{1,40}$/.test(id?.text ?? "");

/** Whether a text is not an int64, and does not resemble a given order's id. */
export function isGarbage({ given }: History, call: Call): boolean {
  const { id } = call;
  if (id?.kind !== "other" || !isKeyed(call, "cancel")) return false;
  return ![...given.pending, ...given.shipped].some((order) => resembles(id, order));
}

/** Whether it is a cancel with the key of an id that no list had shown before. */
export const isUnknownCancel = (history: History, call: Call): boolean =>
  isKeyed(call, "cancel") && stateBefore(history, call) === "unknown";

/**
 * Whether a cancel whose id is the same number in another notation is answered like one of an unknown order: the server need
 * not read it as the order's id.
 */
export function isAnsweredAsUnknown(history: History, { id, status }: Call): boolean {
  if (id?.kind !== "same") return false;
  return history.calls.some(
    (call) => call.status === status && (isGarbage(history, call) || isUnknownCancel(history, call)),
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

/** Whether a cancel with a credential that a server may refuse is answered like cancels without a valid key. */
export const isAnsweredAsKeyless = (history: History, { credential, status }: Call): boolean =>
  isTolerable(credential) && keylessStatuses(history).has(status);
