/**
 * The operations of the control plane, by path and method: what each does, and what its documentation
 * says. Routes, `Allow` and the OpenAPI document come from this table.
 */

import type { Json } from "../../base/json.ts";
import { controlPaths } from "../../spec/control-protocol.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { jsonType, textReply } from "../http/reply.ts";
import { type JournalFormat, journalFormats } from "../journal/format-journal.ts";
import { mostPageOrders, sortFields } from "../worlds/search-orders.ts";
import type { ControlMethods } from "./control-operation.ts";
import { arrayOf, ref, text } from "./control-schemas.ts";
import { streamEvents } from "./event-stream.ts";
import { readJsonBody, readOrder, readOrderId, readParameter, readSnapshot, readWord } from "./read-input.ts";

const none = { type: "array", maxItems: 0 };
const count = { type: "integer", minimum: 0 };
const missingOrder = "There is no such order.";

const plainReply = (media: string, body: string) => textReply(200, media, body, "control plane");

/** Whatever it is, the control checks it. */
const json = (body: string) => readJsonBody(body) as Json as never;

export const controlOperations: Readonly<Record<string, ControlMethods>> = {
  [controlPaths.health]: {
    GET: {
      id: "health",
      summary: "Who answers here, and how many orders there are.",
      answer: ref("Health"),
      run: ({ control }) => control.health(),
    },
  },
  [controlPaths.orders]: {
    GET: {
      id: "orders",
      summary: "Every order, cancelled ones too.",
      answer: arrayOf("Order"),
      query: { limit: [count, "Only so many of the first."] },
      run: ({ control, query }) => control.orders(readParameter(query, "limit")),
    },
  },
  [controlPaths.search]: {
    GET: {
      id: "searchOrders",
      summary: "A page of the orders, and how many there are of them.",
      answer: ref("OrderPage"),
      query: {
        state: [{ enum: orderStatuses }, "Orders in this state only."],
        id: [text, "Orders whose id begins with these digits."],
        sort: [
          { enum: sortFields.flatMap((field) => [field, `-${field}`]) },
          "Falling with a minus. Default: as the list has them.",
        ],
        offset: [count, "How many of those found to pass over."],
        limit: [{ type: "integer", minimum: 0, maximum: mostPageOrders }, "Default: 100."],
      },
      run: ({ control, query }) =>
        control.searchOrders({
          ...(Object.fromEntries([...query].filter(([name]) => name !== "world")) as object),
          offset: readParameter(query, "offset"),
          limit: readParameter(query, "limit"),
        }),
    },
  },
  [controlPaths.order]: {
    GET: {
      id: "order",
      summary: "One order and its state.",
      answer: ref("Order"),
      missing: missingOrder,
      run: ({ control, segment }) => control.order(segment),
    },
    PUT: {
      id: "put",
      summary: "Adds an order, or puts it in the place of the one with its id.",
      body: ref("PutOrder"),
      answer: ref("Order"),
      run: ({ control, segment, body }) => control.put(readOrder(json(body), readOrderId(segment, "put"))),
    },
    DELETE: {
      id: "remove",
      summary: "Takes an order out, as if it had never been. To cancel one, call the API.",
      answer: ref("Order"),
      missing: missingOrder,
      run: ({ control, segment }) => control.remove(segment),
    },
  },
  [controlPaths.ship]: {
    POST: {
      id: "ship",
      summary: "Ships a pending order.",
      answer: ref("Order"),
      missing: missingOrder,
      run: ({ control, segment }) => control.ship(segment),
    },
  },
  [controlPaths.reset]: {
    POST: {
      id: "reset",
      summary:
        "Back to what the mock was started with, or to another start until the next plain reset. With the world * that is for all of them.",
      body: ref("Source"),
      mayLackBody: true,
      answer: ref("Health"),
      run({ control, everyWorld, body }) {
        const source = body.trim() === "" ? undefined : json(body);
        return everyWorld ? control.resetAll(source) : control.reset(source);
      },
    },
  },
  [controlPaths.state]: {
    GET: {
      id: "snapshot",
      summary: "The orders and the profile as a short text.",
      answer: ref("Snapshot"),
      run: ({ control }) => ({ state: control.snapshot() }),
    },
    PUT: {
      id: "restore",
      summary: "Back to a snapshot.",
      body: ref("Snapshot"),
      answer: ref("Health"),
      run: ({ control, body }) => control.restore(readSnapshot(json(body))),
    },
  },
  [controlPaths.faults]: {
    GET: {
      id: "faults",
      summary: "The rules that change answers.",
      answer: arrayOf("FaultRule"),
      run: ({ control }) => control.faults(),
    },
    PUT: {
      id: "setFaults",
      summary: "Other rules, or a preset, in place of the rules there are.",
      body: { anyOf: [arrayOf("FaultRule"), ref("FaultPreset")] },
      answer: arrayOf("FaultRule"),
      run: ({ control, body }) => control.setFaults(json(body)),
    },
    DELETE: {
      id: "clearFaults",
      summary: "Takes all rules away.",
      answer: none,
      run: ({ control }) => control.setFaults([]),
    },
  },
  [controlPaths.journal]: {
    GET: {
      id: "journal",
      summary: "What was asked and answered, newest last.",
      answer: {
        anyOf: [
          arrayOf("JournalEntry"),
          { type: "object", required: ["log"], properties: { log: { type: "object" } } },
        ],
      },
      others: { "text/plain": text },
      query: {
        as: [{ enum: journalFormats }, "As a HAR file, as curl commands or as a vitest test."],
        limit: [count, "Only so many of the newest."],
        entry: [{ type: "integer", minimum: 1 }, "Only the exchange of this id, where `as` is given."],
      },
      run({ control, query }) {
        const newest = readParameter(query, "limit");
        const format = readWord(query.get("as") ?? undefined, "as", journalFormats);
        if (format === undefined) return control.journal(newest);
        return plainReply(
          journalTypes[format],
          control.journalAs(format, newest, readParameter(query, "entry")),
        );
      },
    },
    DELETE: {
      id: "clearJournal",
      summary: "Empties the journal.",
      answer: none,
      run({ control }) {
        control.clearJournal();
        return [];
      },
    },
  },
  [controlPaths.events]: {
    GET: {
      id: "onEvent",
      summary: "What happens, as server-sent events; the data of each is an Event.",
      media: "text/event-stream",
      answer: ref("Event"),
      run: ({ start, control, lastEventId }) => streamEvents(start, control, lastEventId),
    },
  },
  [controlPaths.worlds]: {
    GET: {
      id: "worlds",
      summary: "The worlds there are.",
      answer: arrayOf("World"),
      run: ({ control }) => control.worlds(),
    },
    DELETE: {
      id: "dropIdleWorlds",
      summary: "Forgets worlds that are idle.",
      query: { idle: [count, "Seconds without a request. Default: 0."] },
      answer: ref("Dropped"),
      run: ({ control, query }) => ({ dropped: control.dropIdleWorlds(readParameter(query, "idle") ?? 0) }),
    },
  },
  [controlPaths.world]: {
    DELETE: {
      id: "dropWorld",
      summary: "Forgets a world and its orders.",
      answer: ref("Dropped"),
      missing: "There is no such world.",
      run({ control, segment }) {
        control.dropWorld(segment);
        return { dropped: 1 };
      },
    },
  },
  [controlPaths.profile]: {
    GET: {
      id: "profile",
      summary: "The answers to the open questions.",
      answer: ref("Profile"),
      run: ({ control }) => control.profile(),
    },
    PUT: {
      id: "setProfile",
      summary: "Other answers, from the next request on.",
      body: ref("SomeAnswers"),
      answer: ref("Profile"),
      run: ({ control, body }) => control.setProfile(json(body)),
    },
  },
  [controlPaths.providerStates]: {
    POST: {
      id: "providerState",
      summary: "Makes orders, or takes them away, in Pact's wire form.",
      body: ref("ProviderState"),
      answer: ref("StateIds"),
      run: ({ control, body }) => control.providerState(json(body)),
    },
  },
  [controlPaths.openapi]: {
    GET: {
      id: "openapi",
      summary: "This document.",
      media: "application/yaml",
      answer: text,
      run: ({ openapi }) => plainReply("application/yaml; charset=utf-8", openapi()),
    },
  },
};

const journalTypes: Readonly<Record<JournalFormat, string>> = {
  har: jsonType,
  curl: "text/plain; charset=utf-8",
  vitest: "text/plain; charset=utf-8",
};
