/** Sections 4.1 and 8: all orders, in one JSON array. */

import { headerOf } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { type Contradiction, expectStatus } from "../model/contradiction.ts";
import { plainLists } from "../model/listed-orders.ts";
import { stateFaults } from "./effects.ts";
import { isPlainList, ownListFaults } from "./list-faults.ts";
import { nextPages } from "./next-pages.ts";
import { queriedCalls, queryFaults } from "./queried-lists.ts";
import { ofEvery, type Requirement, requirement } from "./requirement.ts";
import { readingsThatDiffer } from "./safe-reading.ts";

const isPlainHead = ({ operation, isPlain, credential, isSpecial }: Call) =>
  operation === "head" && isPlain && credential === "valid" && !isSpecial;
const plainCalls = ({ calls }: History) => calls.filter(isPlainList);
const readCalls = (history: History) => history.lists.map(({ call }) => call);
const givenLists = (history: History) =>
  history.given.pending.length + history.given.shipped.length === 0
    ? []
    : plainLists(history).map(({ call }) => call);

const faultsOf = (history: History, ...kinds: string[]): readonly Contradiction[] =>
  ownListFaults(history).flatMap((fault) => (kinds.includes(fault.kind) ? [fault.found] : []));

export const listOrdersRequirements: readonly Requirement[] = [
  requirement({
    id: "list-orders/status",
    title: "Listing with the key answers 200",
    clause: "list-orders",
    parts: ["lists"],
    covers: plainCalls,
    breaks: (history) => faultsOf(history, "status"),
  }),
  requirement({
    id: "list-orders/json-array",
    title: "The list is a JSON array at the top level",
    clause: "list-orders",
    parts: ["lists"],
    covers: readCalls,
    breaks: (history) => faultsOf(history, "json-array"),
  }),
  requirement({
    id: "list-orders/json-media-type",
    title: "The Content-Type of the list, if there is one, is JSON",
    clause: "bodies-are-json",
    parts: ["lists"],
    covers: readCalls,
    breaks: (history) => faultsOf(history, "json-media-type"),
  }),
  requirement({
    id: "list-orders/all-orders",
    title: "Every list holds every given order that was not cancelled",
    clause: "list-all",
    parts: ["lists"],
    needs: "pending",
    scope: "order",
    covers: givenLists,
    breaks: (history) => stateFaults(history, "missing"),
  }),
  requirement({
    id: "list-orders/one-response",
    title: "The list does not point to a next page",
    clause: "list-no-pages",
    parts: ["lists"],
    needs: "pending",
    scope: "order",
    covers: givenLists,
    breaks: nextPages,
  }),
  requirement({
    id: "list-orders/no-filter",
    title: "Query parameters neither filter nor page the list",
    clause: "list-no-filter",
    parts: ["queries"],
    needs: "pending",
    scope: "order",
    covers: (history) => (givenLists(history).length === 0 ? [] : queriedCalls(history)),
    breaks: queryFaults,
  }),
  requirement({
    id: "list-orders/media-type",
    title: "The list states a JSON media type",
    clause: "rfc9110-content-type",
    parts: ["lists"],
    covers: readCalls,
    breaks: (history) =>
      readCalls(history).flatMap(({ exchange }) =>
        headerOf(exchange.answer!, "content-type") === undefined
          ? [{ expected: "a JSON media type", received: "no Content-Type", exchange }]
          : faultsOf(history, "json-media-type"),
      ),
  }),
  requirement({
    id: "list-orders/reading-changes-nothing",
    title: "Reading the list does not change a given order",
    clause: "rfc9110-safe",
    parts: ["lists"],
    needs: "pending",
    covers: givenLists,
    breaks: readingsThatDiffer,
  }),
  requirement({
    id: "list-orders/head",
    title: "HEAD of the list answers as GET does, without content",
    clause: "rfc9110-head",
    parts: ["head"],
    ...ofEvery(isPlainHead, (call) => {
      const { exchange } = call;
      const bytes = exchange.answer?.body.length ?? 0;
      const content =
        bytes > 0 ? { expected: "no content", received: `${bytes} bytes`, exchange } : undefined;
      return expectStatus(call, [200]) ?? content;
    }),
  }),
];
