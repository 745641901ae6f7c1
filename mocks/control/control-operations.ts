/**
 * The operations of the control plane, by path and method, each with its effect and its documentation. Routes, `Allow` and
 * the OpenAPI document are derived from this table.
 */

import { controlPaths } from "../../spec/control-protocol.ts";
import { headerOf, jsonType, textReply } from "../http/reply.ts";
import { type JournalFormat, journalFormats } from "../journal/format-journal.ts";
import { controlOpenapi } from "./control-openapi.ts";
import { type ControlMethods, type ControlOperation, on } from "./control-operation.ts";
import { arrayOf, count, object, ref, text } from "./control-schemas.ts";
import { streamEvents } from "./event-stream.ts";
import { notReady } from "./guard.ts";
import { orderOperations } from "./order-operations.ts";
import { readParameter } from "./read-input.ts";

const none = { type: "array", maxItems: 0 };

const plainReply = (media: string, body: string) => textReply(200, media, body, "control plane");

const operations: readonly ControlOperation[] = [
  on(
    "health",
    "GET",
    controlPaths.health,
    "Which mock this is, its number of orders, and whether it is ready for requests.",
    {
      answer: ref("Health"),
      query: { ready: [text, "Where it is not ready, the answer is 503."] },
      run({ control, query }) {
        const health = control.health();
        return health.ready || !query.has("ready") ? health : notReady;
      },
    },
  ),
  ...orderOperations,
  on("faults", "GET", controlPaths.faults, "The rules that change answers.", {
    answer: arrayOf("FaultRule"),
    run: ({ control }) => control.faults(),
  }),
  on("setFaults", "PUT", controlPaths.faults, "Other rules, or a preset, in place of the rules there are.", {
    body: { anyOf: [arrayOf("FaultRule"), ref("FaultPreset")] },
    answer: arrayOf("FaultRule"),
    run: ({ control, given }) => control.setFaults(given()),
  }),
  on("clearFaults", "DELETE", controlPaths.faults, "Takes all rules away.", {
    answer: none,
    run: ({ control }) => control.setFaults([]),
  }),
  on("journal", "GET", controlPaths.journal, "What was asked and answered, newest last.", {
    answer: {
      anyOf: [arrayOf("JournalEntry"), object({ log: { type: "object" } })],
    },
    others: { "text/plain": text },
    query: {
      as: [
        { enum: journalFormats },
        "As a HAR file, curl commands, a test of vitest or of Playwright, or an .http file.",
      ],
      limit: [count, "Maximum number of entries, the newest."],
      entry: [{ type: "integer", minimum: 1 }, "Only the exchange of this id, where `as` is given."],
    },
    run({ control, query }) {
      const newest = readParameter(query, "limit");
      const as = query.get("as");
      if (as === null) return control.journal(newest);
      const journal = control.journalAs(as as JournalFormat, newest, readParameter(query, "entry"));
      return plainReply(as === "har" ? jsonType : "text/plain; charset=utf-8", journal);
    },
  }),
  on("clearJournal", "DELETE", controlPaths.journal, "Empties the journal.", {
    answer: none,
    run({ control }) {
      control.clearJournal();
      return [];
    },
  }),
  on(
    "onEvent",
    "GET",
    controlPaths.events,
    "What happens, as server-sent events; the data of each is an Event.",
    {
      media: "text/event-stream",
      answer: ref("Event"),
      run: ({ start, control, request: { headers } }) =>
        streamEvents(start, control, headerOf(headers, "last-event-id")),
    },
  ),
  on("worlds", "GET", controlPaths.worlds, "The worlds there are.", {
    answer: arrayOf("World"),
    run: ({ start }) => start.worlds(),
  }),
  on("dropIdleWorlds", "DELETE", controlPaths.worlds, "Forgets worlds that are idle.", {
    query: { idle: [count, "Seconds without a request. Default: 0."] },
    answer: ref("Dropped"),
    run: ({ start, query }) => ({ dropped: start.dropIdleWorlds(readParameter(query, "idle") ?? 0) }),
  }),
  on("dropWorld", "DELETE", controlPaths.world, "Forgets a world and its orders.", {
    answer: ref("Dropped"),
    run({ start, segment }) {
      start.dropWorld(segment);
      return { dropped: 1 };
    },
  }),
  on("profile", "GET", controlPaths.profile, "The answers to the open questions.", {
    answer: ref("Profile"),
    run: ({ control }) => control.profile(),
  }),
  on("setProfile", "PUT", controlPaths.profile, "Other answers, from the next request on.", {
    body: ref("SomeAnswers"),
    answer: ref("Profile"),
    run: ({ control, given }) => control.setProfile(given()),
  }),
  on(
    "acceptsKey",
    "GET",
    controlPaths.key,
    "Whether the API lets calls in that carry the Authorization header of this one.",
    {
      answer: object({ accepted: { type: "boolean" } }),
      run({ start, request: { headers } }) {
        const key = /^Bearer (.+)$/.exec(headerOf(headers, "authorization") ?? "")?.[1];
        return { accepted: key !== undefined && start.acceptsKey(key) };
      },
    },
  ),
  on(
    "providerState",
    "POST",
    controlPaths.providerStates,
    "Makes orders, or takes them away, in Pact's wire form.",
    {
      body: ref("ProviderState"),
      answer: ref("StateIds"),
      run: ({ control, given }) => control.providerState(given()),
    },
  ),
  on("openapi", "GET", controlPaths.openapi, "This document.", {
    media: "application/yaml",
    answer: text,
    run: () => plainReply("application/yaml; charset=utf-8", controlOpenapi(controlOperations)),
  }),
];

export const controlOperations: Record<string, ControlMethods> = {};
for (const operation of operations)
  controlOperations[operation.path] = { ...controlOperations[operation.path], [operation.method]: operation };
