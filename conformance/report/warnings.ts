/** Notes of a report: facts that break no rule and may mislead. */

import { plural } from "../../base/bad-input.ts";
import { countBadKeysLockedOut } from "../diagnosis/bad-key-lock-out.ts";
import { isSuccess } from "../diagnosis/contradiction.ts";
import { isAnsweredAsUnknown, isMissing, plainLists, shown } from "../diagnosis/order-calls.ts";
import { describeDeferral, type Exchange, isDeferral, isLost } from "../evidence/exchange.ts";
import { givenState } from "../evidence/given-orders.ts";
import type { History } from "../evidence/history.ts";
import { hasId, idsMissing } from "../evidence/list-reading.ts";
import { type Call, isBad, isKeyed } from "../evidence/read-call.ts";
import { isOfConversion } from "../evidence/read-id.ts";
import { findLostOrders, lostWhileActing } from "../requirements/other-orders.ts";

export const warningsOf = (history: History): readonly string[] =>
  [
    warnOfGivenOrders,
    warnOfForeignFields,
    warnOfPage,
    warnOfOrdersBetween,
    warnOfOthersOrders,
    warnOfUnusedOrders,
    warnOfLockOut,
    warnOfLockOutOfBadKeys,
    warnOfRoundedIds,
    warnOfConversions,
    warnOfThrottle,
    warnOfLimitForAll,
    warnOfGateway,
    warnOfLostAnswers,
    warnOfLostCancels,
    warnOfUnanswered,
    warnOfHiddenBytes,
    warnOfByteOrderMark,
  ].flatMap((warn) => warn(history) ?? []);

function warnOfForeignFields({ lists }: History): string | undefined {
  const filled = lists.filter(({ list }) => list.count > 0);
  if (filled.length === 0 || filled.some(({ list }) => list.hasDocumentedField)) return undefined;
  return "No listed order carries a field of the document (id, petId, quantity, shipDate, complete): nothing about them is tested.";
}

function warnOfPage(history: History): string | undefined {
  const [first, ...later] = plainLists(history);
  const last = later.findLast(({ list }) => list.count === first!.list.count);
  if (!first || !last || later.some(({ list }) => list.count > first.list.count)) return undefined;
  const left = history.given.pending.filter((order) => shown(first, order) && isMissing(last, order));
  if (left.length < 2) return undefined;
  return `No list holds more than ${first.list.count} orders, and one still holds as many after ${left.length} given orders left it: the list may be paginated.`;
}

/** A note and not a failure, since another client may remove an order and create it again. */
function warnOfOrdersBetween(history: History): string | undefined {
  const lists = plainLists(history).map(({ list }) => list);
  const back = lists.slice(2).flatMap((after, index) => {
    const missing = idsMissing(lists[index]!, lists[index + 1]!);
    return missing.filter((id) => !history.isOrder(id) && hasId(after, id)).slice(0, 1);
  });
  if (back.length === 0) return undefined;
  return `${plural(back.length, "list lacks", "lists lack")} an order that the lists right before and after it show, such as order ${back[0]}. It is not judged, since the order was not given: another client may have removed it and created it again.`;
}

/** A note and not a failure where the losses may be those of another client's single action. */
function warnOfOthersOrders(history: History): string | undefined {
  const lost = lostWhileActing(history);
  const [first] = lost;
  if (!first || findLostOrders(history).length > 0) return undefined;
  const [order, { exchange }] = first;
  const { method, path } = exchange.request;
  return `${plural(lost.length, "order that was", "orders that were")} not given left the list while the run sent calls that may act, and none at another time: order ${order}, around ${method} ${path}. Unless another client removed ${lost.length === 1 ? "it" : "them"}, the server did.`;
}

function warnOfUnusedOrders(history: History): string | undefined {
  const used = new Set(history.calls.map(({ id }) => id?.value));
  const unused = [...history.given.pending, ...history.given.shipped].filter((order) => !used.has(order));
  if (unused.length === 0) return undefined;
  const isRounded = unused.some((order) => {
    const rounded = BigInt(Number(order));
    return rounded !== order && !history.isOrder(rounded) && history.wasListed(rounded);
  });
  const why = isRounded
    ? " An order is left out whose id, rounded to a double, is that of another client's listed order."
    : "";
  return `${plural(unused.length, "given order was", "given orders were")} not used: ${unused.slice(0, 5).join(", ")}.${why}`;
}

function warnOfLockOutOfBadKeys(history: History): string | undefined {
  const count = countBadKeysLockedOut(history);
  if (count === 0) return undefined;
  return `After some calls with bad keys, further ones are refused with 403, and the valid key is not: the server locks out bad keys. ${plural(count, "call is", "calls are")} not judged.`;
}

function warnOfLockOut({ calls }: History): string | undefined {
  const [first, ...others] = calls.filter(({ isLockedOut }) => isLockedOut);
  if (!first) return undefined;
  return `After calls with bad keys the valid key is refused with ${first.status}, too: the server locks out. ${plural(others.length + 1, "call with the key came in that time and is", "calls with the key came in that time and are")} not judged.`;
}

/** Notes that the given orders may be wrong, which would explain failures. */
function warnOfGivenOrders({ calls, given }: History): string | undefined {
  const cancels = calls.filter(({ operation, status }) => operation === "cancel" && status !== undefined);
  const ofOrder = (order: bigint) => cancels.filter(({ id }) => id?.value === order);
  /** The status of each order's first own cancel. */
  const firstAnswers = (orders: readonly bigint[]) =>
    orders.flatMap((order) => {
      const own = ofOrder(order).find(
        ({ credential, isPlain, isSpecial }) => isPlain && !isSpecial && !isBad(credential),
      );
      return own && !own.exchange.hadUnclearTry && own.exchange.putOff === undefined ? [own.status!] : [];
    });
  const pending = firstAnswers(given.pending);
  const shipped = firstAnswers(given.shipped);
  if (pending.length === 0) return undefined;

  if (pending.every((status) => status === 409) && shipped.length > 0 && shipped.every(isSuccess))
    return "Pending and shipped orders look swapped: each order that was given as pending was refused with 409, and the ones given as shipped were cancelled.";
  const isAnyDone = given.pending.some((order) => ofOrder(order).some(({ status }) => isSuccess(status)));
  if (isAnyDone || !pending.every((status) => status === 404 || status === 409)) return undefined;
  // A server that does not find the shipped ones, either, has another reason.
  if ([...pending, ...shipped].every((status) => status === 404) && shipped.length > 0) return undefined;
  const answers = [...new Set(pending)].toSorted().join(" or ");
  return `No order that was given as pending could be cancelled (${answers}): an earlier run may have used them up. Each run needs pending orders of its own.`;
}

/** Minimum number of ids: for fewer it may be chance. */
const minIds = 8;
const doubleBits = 53;

/** A note and not a failure, since a right server may number its orders in this way. */
function warnOfRoundedIds({ lists }: History): string | undefined {
  const longest = lists
    .map(({ list }) => list)
    .toSorted((one, other) => other.ids.length - one.ids.length)[0];
  let count = 0;
  /** Number of ids, each of which halves the probability. */
  let halvings = 0;
  for (const id of longest?.ids ?? []) {
    const size = id < 0n ? -id : id;
    if (size <= 2n ** 53n) continue;
    if (BigInt(Number(id)) !== id) return undefined;
    count++;
    halvings += size.toString(2).length - doubleBits;
  }
  if (count < minIds) return undefined;
  const odds = halvings > 20 ? `2^${halvings}` : String(2 ** halvings);
  return `Each of the ${count} listed ids beyond 2^53 is one that a double can hold. By chance that happens once in ${odds} times, so they may have been rounded, as by a database driver or a JSON parser. Compare one with the database.`;
}

const maxNotations = 4;

/** Ids that a server accepts only because of a conversion to a number. */
function warnOfConversions(history: History): string | undefined {
  const isTaken = (call: Call) =>
    isKeyed(call, "cancel") &&
    !call.isSpecial &&
    isOfConversion(call.id) &&
    givenState(history.given, call.id?.value) !== undefined &&
    (isSuccess(call.status) || call.status === 409) &&
    !isAnsweredAsUnknown(history, call);
  const texts = new Set(history.calls.filter(isTaken).map(({ id }) => id!.text));
  if (texts.size === 0) return undefined;
  return `Ids that only a conversion to a number reads are accepted as an order's: ${[...texts].slice(0, maxNotations).join(", ")}. A client that sends one by mistake cancels that order.`;
}

/** Minimum number of calls: if fewer are all answered 429, it may be chance. */
const minPutOff = 8;

/** A note where 429 may replace 401: a limit of failed calls would let the first of them pass. */
function warnOfLimitForAll({ calls }: History): string | undefined {
  const isPutOff = ({ exchange, status }: Call) => (status ?? exchange.putOff) === 429;
  const plain = calls.filter(({ isPlain, exchange }) => isPlain && (exchange.answer ?? exchange.putOff));
  const keyless = plain.filter(({ credential }) => isBad(credential));
  const keyed = plain.filter(({ credential }) => credential === "valid");
  if (keyless.length < minPutOff || !keyless.every(isPutOff)) return undefined;
  if (keyed.some((call) => isPutOff(call) || call.exchange.putOff !== undefined)) return undefined;
  return "Each call without a valid key was answered 429, the first one too, and no call with the key: the server answers 429 in place of 401, or a limit of such calls was reached before the run. Requirements about 401 are not tested.";
}

/** A note about calls that a rate limit refused. */
function warnOfThrottle({ calls }: History): string | undefined {
  const refused = calls.filter(({ exchange }) => exchange.answer && isDeferral(exchange.answer));
  const unsent = calls.filter(({ exchange }) => exchange.notSent && exchange.putOff !== undefined);
  const [first] = refused;
  if (!first) return undefined;
  const status = describeDeferral(first.exchange.answer!);
  const kept = unsent.length === 0 ? "" : `, and ${unsent.length} were not sent after that`;
  return `${plural(refused.length, "call was", "calls were")} answered ${status} for longer than the run may wait${kept}: none of them is judged. Send fewer a second with --rate, or wait longer with --wait-budget.`;
}

/** A note about a gateway before the server that fails occasionally. */
function warnOfGateway({ gateway }: History): string | undefined {
  const recovered = gateway?.recovered ?? 0;
  if (recovered === 0) return undefined;
  return `${plural(recovered, "call was", "calls were")} answered by a gateway (502, 504 or 52x) and by the server when sent again: the gateway fails occasionally.`;
}

/** A note about connections that end before an answer is complete. */
function warnOfLostAnswers({ calls }: History): string | undefined {
  const isRecovered = ({ exchange: { answer, hadUnclearTry, resentAfter, putOff } }: Call) =>
    answer && hadUnclearTry && (resentAfter ?? putOff) === undefined;
  const recovered = calls.filter(isRecovered).length;
  if (recovered === 0) return undefined;
  return `${plural(recovered, "call", "calls")} got no complete answer at first, and one when sent again: connections or answers are lost occasionally.`;
}

function warnOfLostCancels({ calls }: History): string | undefined {
  const lost = calls.filter(({ exchange }) => isLost(exchange)).length;
  if (lost === 0) return undefined;
  return `${plural(lost, "cancel", "cancels")} got no answer from the server (a lost connection, or a 502, 503, 504 or 52x), and no second try: their effects are not known.`;
}

/** A note and not a failure, since an intermediary may drop requests with special characters. */
function warnOfUnanswered({ calls }: History): string | undefined {
  const unanswered = calls.filter(({ exchange }) => isUnanswered(exchange));
  const [first] = unanswered;
  if (!first) return undefined;
  const { method, path } = first.exchange.request;
  return `${plural(unanswered.length, "call", "calls")} got no answer at any try, such as ${method} ${path} (${first.exchange.failure}): the server, or something on the way, ends the connection instead.`;
}

/** Whether each of a call's tries was sent and got no answer. */
const isUnanswered = ({ answer, failure, notSent, once }: Exchange): boolean =>
  !answer && failure !== undefined && !notSent && !once;

/** A note where answers came through fetch. */
function warnOfHiddenBytes({ calls }: History): string | undefined {
  if (!calls.some(({ exchange, status }) => status === 204 && exchange.answer?.hidesStray)) return undefined;
  return "Fetch hides bytes after a 204: only a target with a socket sees them, as that of `store-orders verify`.";
}

/** A note and not a failure, since the readers of JSON may ignore it. */
function warnOfByteOrderMark({ calls }: History): string | undefined {
  const begins = ({ exchange: { answer } }: Call) =>
    [0xef, 0xbb, 0xbf].every((byte, index) => answer?.body[index] === byte);
  if (!calls.some(begins)) return undefined;
  return "Bodies begin with a byte order mark, which JSON must not (RFC 8259, 8.1): browsers ignore it, and the parsers of Python and Go refuse it.";
}
