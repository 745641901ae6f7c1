/** The operations of the control plane as its OpenAPI document tells them. */

import type { Schema } from "../../base/format-yaml.ts";
import { controlPaths } from "../../spec/control-protocol.ts";
import { journalFormats } from "../journal/format-journal.ts";
import { arrayOf, ref, text } from "./control-schemas.ts";

export interface ControlOperation {
  readonly id: string;
  readonly summary: string;
  /** Schema of the answer; one that is no JSON names its media type. */
  readonly answer: Schema;
  readonly media?: string;
  /** Other forms of the answer, by media type. */
  readonly others?: Readonly<Record<string, Schema>>;
  readonly body?: Schema;
  readonly mayLackBody?: true;
  /** Query parameters besides `world`. */
  readonly query?: Readonly<Record<string, readonly [schema: Schema, description: string]>>;
  /** What a 404 is about. */
  readonly missing?: string;
}

const none = { type: "array", maxItems: 0 };
const limit = [{ type: "integer", minimum: 0 }, "Only so many of the newest."] as const;

export const controlOperations: Readonly<Record<string, Readonly<Record<string, ControlOperation>>>> = {
  [controlPaths.health]: {
    get: { id: "health", summary: "Who answers here, and how many orders there are.", answer: ref("Health") },
  },
  [controlPaths.orders]: {
    get: {
      id: "orders",
      summary: "Every order, cancelled ones too.",
      answer: arrayOf("Order"),
      query: { limit: [{ type: "integer", minimum: 0 }, "Only so many of the first."] },
    },
  },
  [controlPaths.order]: {
    put: {
      id: "put",
      summary: "Adds an order, or puts it in the place of the one with its id.",
      body: ref("PutOrder"),
      answer: ref("Order"),
    },
  },
  [controlPaths.ship]: {
    post: {
      id: "ship",
      summary: "Ships a pending order.",
      answer: ref("Order"),
      missing: "There is no such order.",
    },
  },
  [controlPaths.reset]: {
    post: {
      id: "reset",
      summary: "Back to the start, or to another one. With the world * that is for all of them.",
      body: ref("Source"),
      mayLackBody: true,
      answer: ref("Health"),
    },
  },
  [controlPaths.state]: {
    get: { id: "snapshot", summary: "The orders and the profile as a short text.", answer: ref("Snapshot") },
    put: { id: "restore", summary: "Back to a snapshot.", body: ref("Snapshot"), answer: ref("Health") },
  },
  [controlPaths.faults]: {
    get: { id: "faults", summary: "The rules that change answers.", answer: arrayOf("FaultRule") },
    put: {
      id: "setFaults",
      summary: "Other rules in place of those there are.",
      body: arrayOf("FaultRule"),
      answer: arrayOf("FaultRule"),
    },
    delete: { id: "clearFaults", summary: "Takes all rules away.", answer: none },
  },
  [controlPaths.journal]: {
    get: {
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
        limit,
        entry: [{ type: "integer", minimum: 1 }, "Only the exchange of this id, where `as` is given."],
      },
    },
    delete: { id: "clearJournal", summary: "Empties the journal.", answer: none },
  },
  [controlPaths.events]: {
    get: {
      id: "onEvent",
      summary: "What happens, as server-sent events; the data of each is an Event.",
      media: "text/event-stream",
      answer: ref("Event"),
    },
  },
  [controlPaths.worlds]: {
    get: { id: "worlds", summary: "The worlds there are.", answer: arrayOf("World") },
    delete: {
      id: "dropIdleWorlds",
      summary: "Forgets worlds that are idle.",
      query: { idle: [{ type: "integer", minimum: 0 }, "Seconds without a request. Default: 0."] },
      answer: ref("Dropped"),
    },
  },
  [controlPaths.world]: {
    delete: {
      id: "dropWorld",
      summary: "Forgets a world and its orders.",
      answer: ref("Dropped"),
      missing: "There is no such world.",
    },
  },
  [controlPaths.profile]: {
    get: { id: "profile", summary: "The answers to the open questions.", answer: ref("Profile") },
    put: {
      id: "setProfile",
      summary: "Other answers, from the next request on.",
      body: ref("SomeAnswers"),
      answer: ref("Profile"),
    },
  },
  [controlPaths.providerStates]: {
    post: {
      id: "providerState",
      summary: "Makes orders, or takes them away, in Pact's wire form.",
      body: ref("ProviderState"),
      answer: ref("StateIds"),
    },
  },
  [controlPaths.openapi]: {
    get: { id: "openapi", summary: "This document.", media: "application/yaml", answer: text },
  },
};
