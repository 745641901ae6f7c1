/** Calls that may have changed an order: its own cancels, calls that a server may read as such, and forbidden calls. */

import { type History, oncePerHistory } from "../evidence/history.ts";
import { type Call, isKeyed, type ReadRequest } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { type PathId, resembles } from "../evidence/read-id.ts";
import { inconclusiveReason, isSuccess } from "./contradiction.ts";

/** Whether a call is a documented cancel: with the key, by the order's own id. */
export const isOwnCancel = (call: Call, order: bigint): boolean =>
  isKeyed(call, "cancel") && !call.isSpecial && call.id?.kind === "exact" && call.id.value === order;

/** Whether a call is a documented cancel with an additional query or header that has an effect on some servers. */
export const isSpecialCancel = (call: Call, order: bigint): boolean =>
  call.isSpecial && isOwnCancel({ ...call, isSpecial: false }, order);

/**
 * Whether a server may carry out or refuse a cancel: the same number or the path in another notation, an unusual form of the
 * key, a query, or a header that has an effect on some servers.
 */
export const mayCancel = (call: ReadRequest, order: bigint): boolean =>
  call.operation === "cancel" && !isBad(call.credential) && call.id?.value === order;

/** Whether an accepted cancel may have been carried out according to its answer. */
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

/** Whether a call reads the list, or something other than an order. */
export const isReading = ({ operation, isPlain }: Call): boolean =>
  isPlain && (operation === "list" || operation === "head" || operation === "pet");

/** Whether an id has the first digits of an order's, which a search by prefix finds. */
const isBeginningOf = ({ text, kind }: PathId, order: bigint): boolean =>
  kind === "exact" && text.length > 1 && text !== String(order) && String(order).startsWith(text);

function suspectOf(history: History, call: Call, order: bigint): Suspect | undefined {
  if (isReading(call) || call.exchange.notSent || mayCancel(call, order)) return undefined;
  const { id } = call;
  // 204 is the answer to a cancel, by any method, but also to a preflight.
  const isCancelled = call.status === 204 && call.exchange.request.method !== "OPTIONS";
  const isDone = call.operation === "cancel" ? isSuccess(call.status) : isCancelled;
  const isOthers = id?.kind === "exact" && id.value !== order && history.isOrder(id.value);
  const isLike = id !== undefined && (resembles(id, order) || (isDone && isBeginningOf(id, order)));
  const on = (effectKind: EffectKind, isNamed = isLike || id?.value === order) => ({
    ...{ call, effectKind, isNamed, isDone },
  });
  // Each id names its own order, even where the ids of two orders are similar.
  if (isBad(call.credential))
    return on(call.isPlain ? "noKey" : "otherPath", id?.value === order || (isLike && !isOthers));
  if (call.operation === "other") return on("other");
  if (isOthers && call.isPlain) return on("otherOrder");
  if (isLike || id?.value === order) return on("otherId");
  // Only a 2xx to a cancel of an unknown id is a fault.
  return on(isDone && call.isPlain && call.credential === "valid" ? "unnamed" : "other");
}

/** Whether a call may be the cause: it names the order, or its answer says that it cancelled another order or none. */
export const isNear = ({ effectKind, isNamed, isDone }: Suspect): boolean =>
  isNamed || (isDone && (effectKind === "otherOrder" || effectKind === "unnamed"));

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

/** The cancels of an order by its own id with a meaningful answer. */
export function ownCancels(history: History, order: bigint): readonly Call[] {
  return callsNaming(history, order).filter(
    (call) => isOwnCancel(call, order) && inconclusiveReason(call) === undefined,
  );
}

/** The time from which an allowed call may have cancelled the order; infinity for never. */
export function firstPossibleCancel(history: History, order: bigint): number {
  const first = callsNaming(history, order).find((call) => mayCancel(call, order) && mayHaveActed(call));
  return first?.sentAt ?? Number.POSITIVE_INFINITY;
}
