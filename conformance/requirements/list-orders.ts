/** Sections 4.1 and 8: all orders, in one JSON array. */

import { type Contradiction, expectStatus, isUnrelatedAnswer } from "../diagnosis/contradiction.ts";
import { isQuiet, plainLists, shown } from "../diagnosis/order-calls.ts";
import { isSameValue, movingFields } from "../diagnosis/order-data.ts";
import { headerOf } from "../evidence/exchange.ts";
import type { History, ListCall } from "../evidence/history.ts";
import { type Call, isKeyed } from "../evidence/read-call.ts";
import { stateFaults } from "./effects.ts";
import { isPlainList, ownListFaults } from "./list-faults.ts";
import { queriedCalls, queryFaults } from "./queried-lists.ts";
import { ofEvery, type Requirement, rulesOf, without } from "./requirement.ts";

const rule = rulesOf("list-orders");

const isPlainHead = (call: Call) => isKeyed(call, "head") && !call.isSpecial;
const plainCalls = ({ calls }: History) => calls.filter(isPlainList);
const readCalls = (history: History) => history.lists.map(({ call }) => call);
const givenLists = (history: History) =>
  history.given.pending.length + history.given.shipped.length === 0
    ? []
    : plainLists(history).map(({ call }) => call);

const jsonMediaType = without(ownListFaults, ["json-media-type"], readCalls);

const onLists = { parts: ["lists"] } as const;
const onGivenLists = { parts: ["lists"], needs: "pending", scope: "order" } as const;

export const listOrdersRequirements: readonly Requirement[] = [
  rule("status", "Listing with the key answers 200", "list-orders", {
    ...onLists,
    ...without(ownListFaults, ["status"], plainCalls),
  }),
  rule("json-array", "The list is a JSON array at the top level", "list-orders", {
    ...onLists,
    ...without(ownListFaults, ["json-array"], readCalls),
  }),
  rule("json-media-type", "The Content-Type of the list, if there is one, is JSON", "bodies-are-json", {
    ...onLists,
    ...jsonMediaType,
  }),
  rule("all-orders", "Every list holds every given order that was not cancelled", "list-all", {
    ...onGivenLists,
    ...without(stateFaults, ["missing"], givenLists),
  }),
  rule("one-response", "The list does not point to a next page", "list-no-pages", {
    ...onGivenLists,
    covers: givenLists,
    breaks: nextPages,
  }),
  rule("no-filter", "Query parameters neither filter nor page the list", "list-no-filter", {
    ...onGivenLists,
    parts: ["queries"],
    covers: (history) =>
      givenLists(history).length === 0
        ? []
        : queriedCalls(history).filter((call) => (call.query ?? "") !== "" && !isUnrelatedAnswer(call)),
    breaks: queryFaults,
  }),
  rule("media-type", "The list states a JSON media type", "rfc9110-content-type", {
    ...onLists,
    covers: readCalls,
    breaks: (history) => [
      ...readCalls(history).flatMap(({ exchange }) =>
        headerOf(exchange.answer!, "content-type") === undefined
          ? [{ expected: "a JSON media type", received: "no Content-Type", exchange }]
          : [],
      ),
      ...jsonMediaType.breaks(history),
    ],
  }),
  rule("reading-changes-nothing", "Reading the list does not change a given order", "rfc9110-safe", {
    parts: ["lists"],
    needs: "pending",
    covers: givenLists,
    breaks: readingsThatDiffer,
  }),
  rule("head", "HEAD of the list answers as GET does, without content", "rfc9110-head", {
    parts: ["head"],
    ...ofEvery(isPlainHead, (call) => {
      const { exchange } = call;
      const bytes = (exchange.answer?.body.length ?? 0) + (exchange.answer?.stray?.length ?? 0);
      const content =
        bytes > 0 ? { expected: "no content", received: `${bytes} bytes`, exchange } : undefined;
      return expectStatus(call, [200]) ?? content;
    }),
  }),
];

/** Links to further pages: all orders come in one response (section 8, rule 1). */
function nextPages({ lists }: History): readonly Contradiction[] {
  return lists.flatMap(({ call: { exchange } }) => {
    const link = headerOf(exchange.answer!, "link");
    if (link === undefined || !hasNextPage(link)) return [];
    const received = `a Link to a next page (${link.slice(0, 80)})`;
    return [{ expected: "all orders in one response", received, exchange }];
  });
}

/**
 * Whether a Link has a target with the relation type `next` (RFC 8288, 3.3) that is the list or below it: services link to
 * their documentation, too.
 */
function hasNextPage(link: string): boolean {
  const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:[;,]|$))/i;
  return Array.from(link.matchAll(/<([^>]*)>([^<]*)/g)).some(
    ([, target = "", parameters = ""]) =>
      /^\?|(?:^|\/store\/)orders/i.test(target) && isNext.test(parameters),
  );
}

/** Changes of a given order while only lists are read: GET is safe (RFC 9110, 9.2.1). */
function readingsThatDiffer(history: History): readonly Contradiction[] {
  const lists = plainLists(history);
  const ids = [...history.given.pending, ...history.given.shipped];
  const readings = lists.slice(1).flatMap((after, index) => {
    const before = lists[index]!;
    if (!isQuiet(history, before, after)) return [];
    const orders = before.list === after.list ? [] : ids;
    return [{ before, after, changed: orders.flatMap((id) => changesOf(id, before, after)) }];
  });
  // The shop may move a date or a fulfilment, so one that some reading leaves alone is not blamed on reading.
  const isByReading = (name: string) =>
    !movingFields.some((moving) => moving === name) ||
    readings.every(({ changed }) => changed.some(({ names }) => names.includes(name)));
  return readings.flatMap(({ before, after, changed }) =>
    changed.flatMap(({ id, names }): readonly Contradiction[] => {
      const own = names.filter(isByReading);
      if (own.length === 0) return [];
      const received = `another value of ${own.join(" and ")}`;
      const [witness, exchange] = [before.call.exchange, after.call.exchange];
      return [{ expected: `order ${id} as it was`, received, exchange, witnesses: [witness] }];
    }),
  );
}

/** The names of the members of an order that have another value in the second of two lists. */
function changesOf(id: bigint, before: ListCall, after: ListCall) {
  const [one, other] = [shown(before, id), shown(after, id)];
  const names = one && other ? Object.keys(one).filter((name) => !isSameValue(one[name], other[name])) : [];
  return names.length === 0 ? [] : [{ id, names }];
}
