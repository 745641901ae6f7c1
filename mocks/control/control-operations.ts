/**
 * The operations of the control plane, by path and method, each with its effect and its documentation. Routes, `Allow` and
 * the OpenAPI document are derived from this table.
 */

import type { FixtureInput } from "../../fixtures/fixture-order.ts";
import { controlPaths } from "../../spec/control-protocol.ts";
import { anyText, described, type Field, integer, readMembers, word } from "../core/field.ts";
import { headerOf, jsonType, textReply } from "../http/reply.ts";
import { journalFormats } from "../journal/format-journal.ts";
import { queryFields } from "../worlds/search-orders.ts";
import { parseSnapshotText } from "../worlds/snapshot.ts";
import { controlOpenapi } from "./control-openapi.ts";
import { type ControlMethods, type ControlOperation, on } from "./control-operation.ts";
import { arrayOf, object, ref, text } from "./control-schemas.ts";
import { streamEvents } from "./event-stream.ts";
import { notReady } from "./guard.ts";
import { readOrder, readOrderId, snapshotFields } from "./read-input.ts";

/** A field of a number that is written as digits, as in a query. */
function inDigits(number: Field<number>): Field<number> {
  const numberOf = (value: unknown) => (/^\d{1,15}$/.test(value as string) ? Number(value) : value);
  return { ...number, read: (value, name) => number.read(numberOf(value), name) };
}

const count = inDigits(integer(0, Number.MAX_SAFE_INTEGER));

const none = { type: "array", maxItems: 0 };

const plainReply = (media: string, body: string) => textReply(200, media, body, "control plane");

const operations: readonly ControlOperation[] = [
  on("health", "GET", controlPaths.health, {
    summary: "Which mock this is, its number of orders, and whether it is ready for requests.",
    answer: ref("Health"),
    query: { ready: described(anyText, "Where it is not ready, the answer is 503.") },
    run({ control, query }) {
      const health = control.health();
      return health.ready || query.ready === undefined ? health : notReady;
    },
  }),
  on("orders", "GET", controlPaths.orders, {
    summary: "Every order, cancelled ones too.",
    answer: arrayOf("Order"),
    query: { limit: described(count, "Maximum number of orders, the first.") },
    run: ({ control, query }) => control.orders(query.limit),
  }),
  on("add", "POST", controlPaths.orders, {
    summary: "Adds an order; refused where there is one with its id.",
    body: ref("NewOrder"),
    answer: ref("Order"),
    run: ({ control, given }) => control.add(given() as FixtureInput),
  }),
  on("searchOrders", "GET", controlPaths.search, {
    summary: "A page of the orders, and how many there are of them.",
    answer: ref("OrderPage"),
    query: { ...queryFields, offset: inDigits(queryFields.offset), limit: inDigits(queryFields.limit) },
    run: ({ control, query }) => control.searchOrders(query),
  }),
  on("order", "GET", controlPaths.order, {
    summary: "One order and its state.",
    answer: ref("Order"),
    run: ({ control, segment }) => control.order(segment),
  }),
  on("put", "PUT", controlPaths.order, {
    summary: "Adds an order, or puts it in the place of the one with its id.",
    body: ref("NewOrder"),
    answer: ref("Order"),
    run: ({ control, segment, given }) => control.put(readOrder(given(), "put", readOrderId(segment, "put"))),
  }),
  on("remove", "DELETE", controlPaths.order, {
    summary: "Takes an order out, as if it had never been. To cancel one, call the API.",
    answer: ref("Order"),
    run: ({ control, segment }) => control.remove(segment),
  }),
  on("ship", "POST", controlPaths.ship, {
    summary: "Ships a pending order.",
    answer: ref("Order"),
    run: ({ control, segment }) => control.ship(segment),
  }),
  on("reset", "POST", controlPaths.reset, {
    summary:
      "Back to what the mock was started with, or to another start until the next plain reset. With the world * that is for all of them.",
    body: ref("Source"),
    mayLackBody: true,
    answer: ref("Health"),
    bodyShare: 1,
    run({ control, world, request, given }) {
      const source = /[^ \t\r\n]/.test(request.body ?? "") ? given() : undefined;
      return world === "*" ? control.resetAll(source) : control.reset(source);
    },
  }),
  on("snapshot", "GET", controlPaths.state, {
    summary: "The orders and the profile as a short text.",
    answer: ref("Snapshot"),
    run: ({ control }) => ({ state: control.snapshot() }),
  }),
  on("restore", "PUT", controlPaths.state, {
    summary: "Back to a snapshot.",
    body: ref("Snapshot"),
    answer: ref("Health"),
    bodyShare: 0.1,
    run(call) {
      const { state } = readMembers(call.given(), snapshotFields, "the request body");
      // A text that is no snapshot makes no world.
      parseSnapshotText(state);
      return call.control.restore(state);
    },
  }),
  on("faults", "GET", controlPaths.faults, {
    summary: "The rules that change answers.",
    answer: arrayOf("FaultRule"),
    run: ({ control }) => control.faults(),
  }),
  on("setFaults", "PUT", controlPaths.faults, {
    summary: "Other rules, or a preset, in place of the rules there are.",
    body: { anyOf: [arrayOf("FaultRule"), ref("FaultPreset")] },
    answer: arrayOf("FaultRule"),
    run: ({ control, given }) => control.setFaults(given()),
  }),
  on("clearFaults", "DELETE", controlPaths.faults, {
    summary: "Takes all rules away.",
    answer: none,
    run: ({ control }) => control.setFaults([]),
  }),
  on("journal", "GET", controlPaths.journal, {
    summary: "What was asked and answered, newest last.",
    answer: {
      anyOf: [arrayOf("JournalEntry"), object({ log: { type: "object" } })],
    },
    others: { "text/plain": text },
    query: {
      as: described(
        word(...journalFormats),
        "As a HAR file, curl commands, a test of vitest or of Playwright, or an .http file.",
      ),
      limit: described(count, "Maximum number of entries, the newest."),
      entry: described(count, "Only the exchange of this id, where `as` is given."),
    },
    run({ control, query: { as, limit, entry } }) {
      if (as === undefined) return control.journal(limit);
      const journal = control.journalAs(as, limit, entry);
      return plainReply(as === "har" ? jsonType : "text/plain; charset=utf-8", journal);
    },
  }),
  on("clearJournal", "DELETE", controlPaths.journal, {
    summary: "Empties the journal.",
    answer: none,
    run({ control }) {
      control.clearJournal();
      return [];
    },
  }),
  on("onEvent", "GET", controlPaths.events, {
    summary: "What happens, as server-sent events; the data of each is an Event.",
    media: "text/event-stream",
    answer: ref("Event"),
    run: ({ start, control }) => streamEvents(start, control),
  }),
  on("worlds", "GET", controlPaths.worlds, {
    summary: "The worlds there are.",
    answer: arrayOf("World"),
    run: ({ start }) => start.worlds(),
  }),
  on("dropIdleWorlds", "DELETE", controlPaths.worlds, {
    summary: "Forgets worlds that are idle.",
    query: { idle: described(count, "Seconds without a request. Default: 0.") },
    answer: ref("Dropped"),
    run: ({ start, query }) => ({ dropped: start.dropIdleWorlds(query.idle ?? 0) }),
  }),
  on("dropWorld", "DELETE", controlPaths.world, {
    summary: "Forgets a world and its orders.",
    answer: ref("Dropped"),
    run({ start, segment }) {
      start.dropWorld(segment);
      return { dropped: 1 };
    },
  }),
  on("profile", "GET", controlPaths.profile, {
    summary: "The answers to the open questions.",
    answer: ref("Profile"),
    run: ({ control }) => control.profile(),
  }),
  on("setProfile", "PUT", controlPaths.profile, {
    summary: "Other answers, from the next request on.",
    body: ref("SomeAnswers"),
    answer: ref("Profile"),
    run: ({ control, given }) => control.setProfile(given()),
  }),
  on("acceptsKey", "GET", controlPaths.key, {
    summary: "Whether the API lets calls in that carry the Authorization header of this one.",
    answer: object({ accepted: { type: "boolean" } }),
    run({ start, request: { headers } }) {
      const key = /^Bearer (.+)$/.exec(headerOf(headers, "authorization") ?? "")?.[1];
      return { accepted: key !== undefined && start.acceptsKey(key) };
    },
  }),
  on("providerState", "POST", controlPaths.providerStates, {
    summary: "Makes orders, or takes them away, in Pact's wire form.",
    body: ref("ProviderState"),
    answer: ref("StateIds"),
    run: ({ control, given }) => control.providerState(given()),
  }),
  on("openapi", "GET", controlPaths.openapi, {
    summary: "This document.",
    media: "application/yaml",
    answer: text,
    run: () => plainReply("application/yaml; charset=utf-8", controlOpenapi(controlOperations)),
  }),
];

export const controlOperations: Record<string, ControlMethods> = {};
for (const operation of operations)
  controlOperations[operation.path] = { ...controlOperations[operation.path], [operation.method]: operation };
