/** Query parameters neither filter nor page (4.1, rule 2): a 200 has all orders. */

import { type Contradiction, inconclusiveReason } from "../diagnosis/contradiction.ts";
import { explainHistory } from "../diagnosis/explain-history.ts";
import {
  firstPossibleCancel,
  isMissing,
  isQuiet,
  isReadable,
  missingText,
  plainLists,
  shown,
} from "../diagnosis/order-calls.ts";
import { type Exchange, headerOf } from "../evidence/exchange.ts";
import { type History, isOfRun, type ListCall, oncePerHistory } from "../evidence/history.ts";
import { idsShared, idsWithout } from "../evidence/list-reading.ts";
import { isKeyed } from "../evidence/read-call.ts";
import { mayHaveEffect, unknownTag } from "../evidence/special-headers.ts";
import { asksForPart } from "./list-faults.ts";

export function queryFaults(history: History): readonly Contradiction[] {
  const plain = plainLists(history);
  const faults: Contradiction[] = [];
  for (const call of queriedCalls(history)) {
    const { exchange, status } = call;
    if (exchange.answer && inconclusiveReason(call) !== undefined) continue;
    // The answer to an unknown parameter, other than a list, is not shown; a 5xx is a fault of the server.
    const expected = `a status below 500 with ${extraOf(exchange)}`;
    if (!exchange.answer) {
      if (!exchange.notSent) faults.push({ expected, received: exchange.failure ?? "none", exchange });
    } else if ((status ?? 0) >= 500) faults.push({ expected, received: String(status), exchange });
  }
  for (const queried of history.lists.filter(({ call }) => call.isSpecial)) {
    const before = plain.findLast(({ call }) => call.endedAt <= queried.call.sentAt);
    const after = plain.find(({ call }) => call.sentAt >= queried.call.endedAt);
    const found = after && filtered(history, before, queried, after);
    if (found) faults.push(found);
  }
  // Where parameters were sent together and then each alone, the call with one parameter is the clearest evidence.
  const sizeOf = ({ exchange }: Contradiction) => extraOf(exchange).length;
  return [...faults.toSorted((one, other) => sizeOf(one) - sizeOf(other)), ...staleTags(history)];
}

/** Wrong answers 304, which claim that the list has not changed since it had this tag (RFC 9110, 13.1.2 and 15.4.5). */
function staleTags(history: History): readonly Contradiction[] {
  const plain = plainLists(history);
  return queriedCalls(history).flatMap((call): readonly Contradiction[] => {
    const { exchange, status, sentAt, endedAt } = call;
    const tag = exchange.request.headers.find(([name]) => /^if-none-match$/i.test(name))?.[1];
    if (status !== 304 || tag === undefined) return [];
    // A tag that is not the list's must get the list (RFC 9110, 13.1.2), whatever If-Modified-Since says.
    if (tag === unknownTag)
      return [{ expected: `the list with if-none-match: ${tag}`, received: "304", exchange }];
    const before = plain.findLast((each) => each.call.endedAt <= sentAt);
    const after = plain.find((each) => each.call.sentAt >= endedAt);
    if (!before || before.list.idSet !== after?.list.idSet) return [];
    const had = plain.find(
      ({ call: { exchange, endedAt }, list }) =>
        endedAt <= sentAt && list.idSet !== before.list.idSet && headerOf(exchange.answer!, "etag") === tag,
    );
    if (!had) return [];
    return [
      {
        expected: `the list as it is with if-none-match: ${tag}`,
        received: "304, though other orders are listed than when it had this tag",
        exchange,
        witnesses: [had.call.exchange, before.call.exchange],
      },
    ];
  });
}

/** The query of a call beyond a plain list, or its headers that may have an effect, as they were sent. */
export function extraOf({ request: { path, headers } }: Exchange): string {
  const effective = headers.filter(([name, value]) => mayHaveEffect(name, value));
  return [
    ...(path.includes("?") ? [path.slice(path.indexOf("?"))] : []),
    ...effective.map(([name, value]) => `${name}: ${value}`),
  ].join(", ");
}

export const queriedCalls = ({ calls }: History) =>
  calls.filter((call) => isKeyed(call, "list") && call.isSpecial);

function filtered(
  history: History,
  before: ListCall | undefined,
  queried: ListCall,
  after: ListCall,
): Contradiction | undefined {
  const { exchange } = queried.call;
  const extra = extraOf(exchange);
  if (!isReadable(queried)) {
    if (!asksForPart(queried.call)) return undefined;
    return { expected: `a JSON array with ${extra}`, received: queried.list.fault!.received, exchange };
  }
  const ids = [...history.given.pending, ...history.given.shipped];
  const lost = ids.filter(
    (id) =>
      isMissing(queried, id) &&
      // A given order exists from the start of a run.
      (before ? shown(before, id) : isOfRun(history)) &&
      shown(after, id) &&
      // A cancelled order may stay in the list, or leave it at any time (section 3, rule 3).
      firstPossibleCancel(history, id) >= queried.call.endedAt,
  );
  const witnesses = [before, after].flatMap((list) => list?.call.exchange ?? []);
  if (lost.length > 0) {
    // Plain lists lack orders, too.
    if (explainHistory(history).faults.some(({ kind }) => kind === "missing")) return undefined;
    const expected = `order ${lost.join(" and ")} in the list with ${extra}`;
    return { expected, received: missingText(lost, queried.list), exchange, witnesses };
  }
  // Orders of other clients appear and disappear, but an order in both plain lists existed in between.
  if (!before?.list.allHaveIds || !queried.list.allHaveIds || !isQuiet(history, before, after))
    return undefined;
  const hidden = lostOthers(history, queried);
  if (hidden === 0) return undefined;
  const expected = `with ${extra} the same ${before.list.count} orders as without`;
  return { expected, received: `a list in which ${hidden} of them are missing`, exchange, witnesses };
}

/**
 * Orders that every plain list of the run shows, in ascending order. Other orders may be missing from a list with a query.
 */
const steadyOrders = oncePerHistory((history): BigInt64Array => {
  const [first, ...others] = new Set(plainLists(history).map(({ list }) => list));
  const { earlier } = history;
  let steady = first?.sorted ?? new BigInt64Array();
  if (earlier) steady = steady.filter((id) => earlier.isSteady(id));
  for (const { sorted, idSet } of others) if (idSet !== first!.idSet) steady = idsShared(steady, sorted);
  return steady;
});

function lostOthers(history: History, { list }: ListCall): number {
  if (plainLists(history).every((plain) => plain.list.idSet === list.idSet)) return 0;
  return idsWithout(steadyOrders(history), list.sorted).length;
}
