/**
 * Section 4.2: orderId is an int64. Each int64 is allowed and names at most one order; the cancel of an unknown one is
 * answered 404.
 */

import { expectAnswer, expectStatus, inconclusiveReason, isSuccess } from "../diagnosis/contradiction.ts";
import { callsNaming, isGarbage, isUnknownCancel, suspectsOf } from "../diagnosis/order-calls.ts";
import { type History, isOfRun, oncePerHistory } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { endOfInt32 } from "../evidence/read-id.ts";
import { resembles } from "../misreadings/id-readers.ts";
import { hasNoEffect } from "./effects.ts";
import { type Fault, ofEach, type Requirement, rulesOf, without } from "./requirement.ts";

/**
 * The kind of unknown id. large: in a range whose ids are all refused in another way than smaller ones. resembling: like a
 * given order's. unusual: 0 or below, which some servers do not accept as an id. unknown: any other.
 */
type UnknownFault = Fault<"unknown" | "large" | "resembling" | "unusual">;

/**
 * Cancels with the key of ids that no list had shown before. Orders that are listed later may be an effect of these calls.
 */
export const unknownCancels = (history: History): readonly Call[] =>
  history.calls.filter((call) => isUnknownCancel(history, call));

const magnitude = (id: bigint) => (id < 0n ? -id : id);
const edges = [2n ** 31n, 2n ** 32n, 2n ** 40n, 2n ** 53n, 2n ** 64n];

/** The range of an id, by its number of bits: above each limit some servers misread ids. */
function rangeOf(id: bigint): string {
  const edge = edges.findIndex((limit) => magnitude(id) < limit);
  return `${id < 0n ? "-" : ""}${edge}`;
}

/** Whether an id differs from a given order's only in a few of the lower bits, as a rounded one does. */
const sharesHighBits = (id: bigint, given: readonly bigint[]): boolean =>
  given.some((order) => magnitude(id - order) <= magnitude(order) >> 20n);

/**
 * Whether an id may belong to an order that was cancelled before the run, which need not be listed and may be refused with
 * 409: a small one except those at the end of int32, an end of int64, or one near a given order's. No order has one of the
 * other ids by chance.
 */
function mayHaveBeenAnOrder(id: bigint, given: readonly bigint[]): boolean {
  const size = magnitude(id);
  const isNear = sharesHighBits(id, given) || given.some((order) => magnitude(id - order) < 2n ** 20n);
  const isSmall = size < 2n ** 40n && !(id >= endOfInt32 && id < 2n ** 31n - 1n);
  return isSmall || size >= 2n ** 63n - 2n || isNear;
}

/**
 * Whether an order with this id may have been created and cancelled between two lists: by a program in traffic, or by
 * another client of a run, whose new orders have the next ids above all others. A list shows all other orders.
 */
function mayBeNew(history: History, id: bigint): boolean {
  if (!isOfRun(history) || history.wasListed(id)) return true;
  const greatest = history.lists.flatMap(({ list }) => list.sorted.at(-1) ?? []);
  return greatest.every((listed) => id > listed && id <= 2n * magnitude(listed) + 2n ** 20n);
}

/** The ids that were answered 404. With a query the answer may be due to the query. */
const idsUnderstood = (calls: readonly Call[]): readonly bigint[] =>
  calls.flatMap(({ status, id, query }) => (status === 404 && query === undefined ? [id!.value!] : []));

/** Ids that the server is known to answer 404, for the judgement of a later history. */
export function understoodIds(history: History): readonly bigint[] {
  return idsUnderstood(unknownCancels(history));
}

/** The fault of a cancel whose id an order has in a later list: the run drew the id, so no new order has it by chance. */
function madeByCancel(history: History, { id, status, exchange }: Call): readonly UnknownFault[] {
  if (status !== 404 || !history.wasListed(id!.value!)) return [];
  const expected = `no order ${id!.text} in later lists, since its cancel was answered 404`;
  return [
    { kind: "unknown", found: { expected, received: "an order with this id in a later list", exchange } },
  ];
}

export const unknownFaults = oncePerHistory((history): readonly UnknownFault[] => {
  const calls = unknownCancels(history).filter((call) => inconclusiveReason(call) === undefined);
  const given = [...history.given.pending, ...history.given.shipped];
  const isLike = (call: Call) => given.some((order) => resembles(call.id!, order));
  const plain = calls.filter((call) => !isLike(call));
  const understood = [...(history.earlier?.understood ?? []), ...idsUnderstood(plain)];
  const understoodRanges = new Set(understood.map(rangeOf));
  const isLarge = (id: bigint) => {
    const alike = understood.filter((other) => other < 0n === id < 0n);
    return (
      alike.some((other) => magnitude(other) < magnitude(id)) &&
      (alike.every((other) => rangeOf(other) !== rangeOf(id)) ||
        alike.every((other) => magnitude(other) < magnitude(id)))
    );
  };
  return calls.flatMap((call): readonly UnknownFault[] => {
    const mayHaveExisted = mayHaveBeenAnOrder(call.id!.value!, given);
    const { value } = call.id!;
    // The effect of a rounded id is judged with the effects on given orders.
    const mayBeDone = !isLike(call) && (sharesHighBits(value!, given) || mayBeNew(history, value!));
    const cancelled = mayHaveExisted && mayBeDone ? [204] : [];
    const found = expectStatus(call, mayHaveExisted ? [...cancelled, 404, 409] : [404]);
    if (!found) return mayHaveExisted ? [] : madeByCancel(history, call);
    if (call.id!.value! <= 0n && (call.status === 400 || call.status === 422))
      return [{ kind: "unusual", found }];
    // The resemblance is the reason only where unknown ids of this range are refused in another way.
    if (isLike(call) && understoodRanges.has(rangeOf(call.id!.value!)))
      return [{ kind: "resembling", found }];
    const words = `404 for the unknown id ${call.id!.text}`;
    return isLarge(call.id!.value!)
      ? [{ kind: "large", found: { ...found, expected: words } }]
      : [{ kind: "unknown", found }];
  });
});

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
 * Whether a call was answered, or must have been. An intermediary may drop requests with special characters in the path, but
 * not with letters, digits and points alone (RFC 3986, 2.3).
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
  rule("malformed", "An id that is not an int64 is refused with a 4xx", "cancel-order-id", {
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
