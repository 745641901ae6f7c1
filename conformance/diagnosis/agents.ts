/** Calls that may have changed an order: its own cancels, calls that a server may take for them, and forbidden calls. */

import { givenState } from "../evidence/given-orders.ts";
import { type History, oncePerHistory } from "../evidence/history.ts";
import type { Call, ReadRequest } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { type PathId, resembles } from "../evidence/read-id.ts";
import { inconclusiveReason, isSuccess } from "./contradiction.ts";

/** A cancel as the document has it: with the key, by the order's own id. */
export const isOwnCancel = (call: Call, order: bigint): boolean =>
  call.operation === "cancel" &&
  call.isPlain &&
  call.credential === "valid" &&
  !call.isSpecial &&
  call.id?.kind === "exact" &&
  call.id.value === order;

/** A cancel as the document has it, with an additional query or header that some servers heed. */
export const isSpecialCancel = (call: Call, order: bigint): boolean =>
  call.isSpecial && isOwnCancel({ ...call, isSpecial: false }, order);

/**
 * A cancel that a server may take for the order's own or refuse: the same number
 * or the path in another notation, an unusual form of the key, a query, a header that some servers heed.
 */
export const mayCancel = (call: ReadRequest, order: bigint): boolean =>
  call.operation === "cancel" && !isBad(call.credential) && call.id?.value === order;

/** Whether a cancel that was let in can have been done, for all its answer says. */
export function mayHaveActed({ exchange, status }: Call): boolean {
  if (exchange.notSent) return false;
  return status === undefined || status < 400 || (status >= 500 && status !== 501);
}

/** Why a call must not change an order. */
export type EffectKind = "noKey" | "otherId" | "otherOrder" | "unnamed" | "otherPath" | "other";

/** A call that must not change an order. */
export interface Suspect {
  readonly call: Call;
  readonly effectKind: EffectKind;
  /** Whether it names the order, or an id like it. */
  readonly isNamed: boolean;
  /** Whether it is a cancel that was answered 2xx, or answered as one, which claims an effect. */
  readonly isDone: boolean;
}

/** Reads the list, or what is no order. */
export const isReading = ({ operation, isPlain }: Call): boolean =>
  isPlain && (operation === "list" || operation === "head" || operation === "pet");

/** Whether an id has the first digits of an order's, which a search by prefix finds. */
const isBeginningOf = ({ text, kind }: PathId, order: bigint): boolean =>
  kind === "exact" && text.length > 1 && text !== String(order) && String(order).startsWith(text);

function suspectOf(history: History, call: Call, order: bigint): Suspect | undefined {
  if (isReading(call) || call.exchange.notSent || mayCancel(call, order)) return undefined;
  const { id } = call;
  // 204 is what a cancel is answered, by whichever method; a preflight may be, too.
  const isCancelled = call.status === 204 && call.exchange.request.method !== "OPTIONS";
  const isDone = call.operation === "cancel" ? isSuccess(call.status) : isCancelled;
  const isOthers = id?.kind === "exact" && id.value !== order && history.isOrder(id.value);
  const isLike = id !== undefined && (resembles(id, order) || (isDone && isBeginningOf(id, order)));
  const on = (effectKind: EffectKind, isNamed = isLike || id?.value === order) => ({
    ...{ call, effectKind, isNamed, isDone },
  });
  // However much the ids of two orders are alike, each is an order's own.
  if (isBad(call.credential))
    return on(call.isPlain ? "noKey" : "otherPath", id?.value === order || (isLike && !isOthers));
  if (call.operation === "other") return on("other");
  if (isOthers && call.isPlain) return on("otherOrder");
  if (isLike || id?.value === order) return on("otherId");
  // A 2xx to a cancel of an unknown id alone is a fault.
  return on(isDone && call.isPlain && call.credential === "valid" ? "unnamed" : "other");
}

/** Whether a call is more than a witness: it names the order, or says that it cancelled another or none. */
export const isNear = ({ effectKind, isNamed, isDone }: Suspect): boolean =>
  isNamed || (isDone && (effectKind === "otherOrder" || effectKind === "unnamed"));

export const isGiven = ({ given }: History, id: bigint): boolean => givenState(given, id) !== undefined;

const callsById = oncePerHistory(({ calls }) =>
  Map.groupBy(
    calls.filter(({ id }) => id?.value !== undefined),
    ({ id }) => id!.value!,
  ),
);

/** Every call that names an order in its path, by the order's number. */
export const callsNaming = (history: History, order: bigint): readonly Call[] =>
  callsById(history).get(order) ?? [];

const suspectsByOrder = oncePerHistory(() => new Map<bigint, readonly Suspect[]>());

/** The calls that must not change an order. */
export function suspectsOf(history: History, order: bigint): readonly Suspect[] {
  const known = suspectsByOrder(history);
  const found = known.get(order) ?? history.calls.flatMap((call) => suspectOf(history, call, order) ?? []);
  known.set(order, found);
  return found;
}

/** The cancels of an order by its own id, that say something. */
export function ownCancels(history: History, order: bigint): readonly Call[] {
  return callsNaming(history, order).filter(
    (call) => isOwnCancel(call, order) && inconclusiveReason(call) === undefined,
  );
}

/** When the order may first have been cancelled by a call that was allowed to, or never. */
export function firstPossibleCancel(history: History, order: bigint): number {
  const first = callsNaming(history, order).find((call) => mayCancel(call, order) && mayHaveActed(call));
  return first?.sentAt ?? Number.POSITIVE_INFINITY;
}
