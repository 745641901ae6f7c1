/** The operations of the control plane, by path and method. Their documentation is control-openapi.ts. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { formatJson, type Json } from "../../base/json.ts";
import { controlPaths } from "../../spec/control-protocol.ts";
import { parseProfile } from "../../spec/profile.ts";
import { jsonType, type MockReply, textReply } from "../http/reply.ts";
import { type JournalFormat, journalFormats } from "../journal/format-journal.ts";
import type { Control } from "./control.ts";
import { controlOpenapi } from "./control-openapi.ts";
import { streamEvents } from "./event-stream.ts";
import {
  readJsonBody,
  readLimit,
  readOrder,
  readOrderId,
  readSeconds,
  readSnapshotText,
  readSource,
  readState,
} from "./read-body.ts";

export interface ControlCall {
  /** Of the world that the query names. */
  readonly control: Control;
  /** Whether the call is for every world: `?world=*`. */
  readonly everyWorld: boolean;
  readonly body: string;
  /** What stands in the path in place of `{orderId}` or `{world}`. */
  readonly segment: string;
  readonly query: URLSearchParams;
  /** The value of Last-Event-ID, where a client follows events again. */
  readonly lastEventId: string | undefined;
}

type Operation = (call: ControlCall) => MockReply;

const json = (value: unknown): MockReply => textReply(200, jsonType, formatJson(value), "control plane");
const readRules = (body: string) => readJsonBody(body) as Json;

export const controlRoutes: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  [controlPaths.health]: { GET: ({ control }) => json(control.health()) },
  [controlPaths.orders]: {
    GET: ({ control, query }) => json(control.orders(readLimit(query.get("limit")))),
  },
  [controlPaths.order]: {
    PUT: ({ control, segment, body }) => json(control.put(readOrder(body, readOrderId(segment, "put")))),
  },
  [controlPaths.ship]: {
    POST: ({ control, segment }) => json(control.ship(readOrderId(segment, "ship"))),
  },
  [controlPaths.reset]: {
    POST: ({ control, everyWorld, body }) => {
      const source = readSource(body);
      return json(everyWorld ? control.resetAll(source) : control.reset(source));
    },
  },
  [controlPaths.state]: {
    GET: ({ control }) => json({ state: control.snapshot() }),
    PUT: ({ control, body }) => json(control.restore(readSnapshotText(body))),
  },
  [controlPaths.faults]: {
    GET: ({ control }) => json(control.faults()),
    PUT: ({ control, body }) => json(control.setFaults(readRules(body) as never)),
    DELETE: ({ control }) => json(control.setFaults([])),
  },
  [controlPaths.journal]: {
    GET: ({ control, query }) => journal(control, query),
    DELETE: ({ control }) => {
      control.clearJournal();
      return json([]);
    },
  },
  [controlPaths.events]: { GET: ({ control, lastEventId }) => streamEvents(control, lastEventId) },
  [controlPaths.worlds]: {
    GET: ({ control }) => json(control.worlds()),
    DELETE: ({ control, query }) =>
      json({ dropped: control.dropIdleWorlds(readSeconds(query.get("idle"), "idle") ?? 0) }),
  },
  [controlPaths.world]: {
    DELETE: ({ control, segment }) => {
      control.dropWorld(segment);
      return json({ dropped: 1 });
    },
  },
  [controlPaths.profile]: {
    GET: ({ control }) => json(control.profile()),
    PUT: ({ control, body }) => json(control.setProfile(parseProfile(readJsonBody(body), "the profile"))),
  },
  [controlPaths.providerStates]: {
    POST: ({ control, body }) => json(control.providerState(readState(body))),
  },
  [controlPaths.openapi]: {
    GET: () => textReply(200, "application/yaml; charset=utf-8", controlOpenapi(), "control plane"),
  },
};

const journalTypes: Readonly<Record<JournalFormat, string>> = {
  har: jsonType,
  curl: "text/plain; charset=utf-8",
  vitest: "text/plain; charset=utf-8",
};

function journal(control: Control, query: URLSearchParams): MockReply {
  const as = query.get("as");
  const newest = readLimit(query.get("limit"));
  if (as === null) return json(control.journal(newest));
  const format = journalFormats.find((name) => name === as);
  if (!format) {
    throw new BadInput(`Cannot show the journal as ${quoteValue(as)}. ${suggestName(as, journalFormats)}`);
  }
  return textReply(
    200,
    journalTypes[format],
    control.journalAs(format, newest, readLimit(query.get("entry"))),
    "control plane",
  );
}
