/** Facts of each call that may make a difference to a server, derived from the exchange and those before it. */

import { percentDecoded } from "../../base/escapes.ts";
import { isSuccess, isUnrelatedAnswer } from "../diagnosis/contradiction.ts";
import { bodyText, type HeaderList } from "../evidence/exchange.ts";
import { givenState } from "../evidence/given-orders.ts";
import type { History } from "../evidence/history.ts";
import { type Call, isBad, overlap } from "../evidence/read-call.ts";

export interface CallFacts {
  readonly call: Call;
  /** The value of Authorization; undefined where there is none. */
  readonly authorization: string | undefined;
  /** The id of a cancel, its percent-encoding undone. */
  readonly text: string;
  /** Given orders that were certainly pending until it was answered, or until a suspect was sent. */
  readonly pending: readonly bigint[];
  /** The known state of the order that a cancel names; undefined if its id is written in another way. */
  readonly state: "pending" | "cancelled" | "shipped" | "unknown" | "malformed" | undefined;
  /**
   * How a list or a cancel without a valid key is answered: as with the key, by the order's state, or with another refusal than
   * 401. Undefined for other calls.
   */
  readonly keyless: "open" | "late" | "status" | undefined;
  /** Number of earlier calls with the key that named the same id and were answered. */
  readonly before: number;
  /** Whether one of them was answered 2xx, so that the order may have another state since. */
  readonly isAfterSuccess: boolean;
  /** Time in ms since the order was first cancelled; undefined where it was not. */
  readonly sinceDone: number | undefined;
  /** Whether the order of a cancel was still listed after its first 204. */
  readonly isStillListed: boolean;
  /** Whether it was answered 2xx and had no effect: a list without orders, or a cancel whose order was still pending. */
  readonly isWithoutEffect: boolean;
  /** Whether another cancel of the order was under way, so that their order is unknown. */
  readonly isAtOnce: boolean;
  /** Number of orders that were cancelled before it was sent. */
  readonly cancelled: number;
  /** Whether it is the first cancel of a pending order. */
  readonly isFirstCancel: boolean;
}

/** @param suspects calls that show a mistake, and may have changed an order */
export function callFacts(history: History, suspects: ReadonlySet<Call>): readonly CallFacts[] {
  const { lists } = history;
  // The first lists of a run come before the orders are given.
  const calls = history.calls.filter(
    (call) => suspects.has(call) || (call.sentAt >= history.givenAt && !isUnrelatedAnswer(call)),
  );
  const keylessOf = keylessAnswers(history);
  const { given } = history;
  const cancels = calls.filter(
    ({ operation, credential, id }) =>
      operation === "cancel" && credential === "valid" && id?.value !== undefined,
  );
  const firstCancel = cancels.find(({ id }) => givenState(given, id!.value) === "pending");
  const byId = Map.groupBy(cancels, ({ id }) => id!.value!);
  /** The first 204 of each pending order. */
  const done = new Map(
    given.pending.flatMap((order) => {
      const own = (byId.get(order) ?? []).filter(({ status }) => status === 204);
      const [first] = own.toSorted((one, other) => one.endedAt - other.endedAt);
      return first ? [[order, first]] : [];
    }),
  );
  const pendingUntil = new Map(
    given.pending.map((order) => {
      const shown = lists.filter(({ list }) => list.watched.has(order));
      const seenAt = Math.max(0, ...shown.map(({ call }) => call.sentAt));
      // A suspect may have cancelled it since then.
      const suspectAt = Math.min(...[...suspects].map(({ sentAt }) => sentAt).filter((at) => at >= seenAt));
      const until = Math.min(done.get(order)?.sentAt ?? Number.POSITIVE_INFINITY, suspectAt);
      return [order, until < Number.POSITIVE_INFINITY ? until : seenAt];
    }),
  );
  const isStillListed = (order: bigint, at: number) =>
    lists.some(({ call, list }) => call.sentAt >= at && list.watched.has(order));
  return calls.map((call) => {
    const { operation, id, sentAt, endedAt, exchange } = call;
    const order = id?.value;
    const same = order === undefined ? [] : (byId.get(order) ?? []).filter((other) => other !== call);
    const first = order === undefined ? undefined : done.get(order);
    const sinceDone = first && first.endedAt <= sentAt ? sentAt - first.endedAt : undefined;
    return {
      call,
      isStillListed: first !== undefined && isStillListed(order!, first.endedAt),
      isWithoutEffect:
        isSuccess(call.status) &&
        (operation === "list" ? !isDone(call) : first !== undefined && first.sentAt > endedAt),
      keyless: isKeyless(call) ? keylessOf(call) : undefined,
      authorization: authorizationOf(exchange.request.headers),
      text: percentDecoded(id?.text ?? ""),
      pending: given.pending.filter(
        (each) => pendingUntil.get(each)! >= (suspects.has(call) ? sentAt : endedAt),
      ),
      state: operation === "cancel" ? stateOf(call, given, sinceDone !== undefined) : undefined,
      before: same.filter((other) => other.endedAt <= sentAt && other.status !== undefined).length,
      isAfterSuccess: same.some((other) => other.endedAt <= sentAt && isSuccess(other.status)),
      sinceDone,
      isAtOnce: same.some((other) => overlap(other, call)),
      cancelled: [...done.values()].filter((each) => each.endedAt <= sentAt).length,
      isFirstCancel: call === firstCancel,
    };
  });
}

/** The beginning of a list, or a field of an order, which may also follow an Error in one body. */
const showsOrders = /^\s*\[\s*\{|"(?:petId|quantity|shipDate)"\s*:/;

/** Whether a call was successful: a 2xx, with orders where it asks for orders. */
export function isDone({ status, operation, isPlain, exchange }: Call): boolean {
  if (!isSuccess(status)) return false;
  return (
    operation !== "list" ||
    !isPlain ||
    showsOrders.test(bodyText({ ...exchange.answer!, body: exchange.answer!.body.subarray(0, 1000) }))
  );
}

const isKeyless = ({ operation, credential, isPlain }: Call) =>
  isBad(credential) && isPlain && (operation === "list" || operation === "cancel");

function keylessAnswers(history: History): (call: Call) => NonNullable<CallFacts["keyless"]> {
  const calls = history.calls.filter((call) => !isUnrelatedAnswer(call));
  const keyless = calls.filter(isKeyless);
  const answered = calls.flatMap(({ operation, credential, status }) =>
    operation === "cancel" && credential === "valid" && status !== undefined ? [status] : [],
  );
  const keyed = new Set(answered);
  /** Statuses other than 401 that refuse a list without a valid key. */
  const refusals = new Set(
    keyless.flatMap(({ operation, status }) =>
      operation === "list" && status !== undefined && status !== 401 && !isSuccess(status) ? [status] : [],
    ),
  );
  const open = new Set(keyless.filter(isDone).map(({ credential }) => credential));
  return (call) => {
    const status = call.status!;
    // Its credential may be accepted elsewhere.
    if (isDone(call) || (status !== 401 && !refusals.has(status) && open.has(call.credential))) return "open";
    return call.operation === "cancel" && !refusals.has(status) && keyed.has(status) ? "late" : "status";
  };
}

/** The values of Authorization, which may be sent twice. */
function authorizationOf(headers: HeaderList): string | undefined {
  const values = headers.filter(([name]) => /^authorization$/i.test(name)).map(([, value]) => value);
  return values.join("\n") || undefined;
}

function stateOf({ id }: Call, given: History["given"], isCancelled: boolean): CallFacts["state"] {
  if (id?.kind !== "exact") return id?.kind === "other" ? "malformed" : undefined;
  const state = givenState(given, id.value) ?? "unknown";
  return state === "pending" && isCancelled ? "cancelled" : state;
}
