/** A world's events as server-sent events (HTML standard, 9.2). */

import { formatJson } from "../../base/json.ts";
import { type MockReply, whyHeader } from "../http/reply.ts";
import type { MockEvent } from "../worlds/events.ts";
import type { Control } from "./control.ts";

/** What a client missed is sent in one go, and more than this at once it may not have read (characters). */
const mostMissed = 512 * 1024;

/**
 * A client that lost the connection gets what it missed first: the newest exchanges that are still held.
 * @param lastEventId id of the last exchange it saw, as it sends it
 */
export function streamEvents(control: Control, lastEventId: string | undefined): MockReply {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      [whyHeader]: "control plane",
    },
    body: [],
    why: "control plane",
    stream(send) {
      send(": events of the Store Orders mock\nretry: 1000\n\n");
      for (const text of missedEvents(control, lastEventId)) send(text);
      return control.onEvent((event) => send(eventText(event)));
    },
  };
}

function missedEvents(control: Control, lastEventId: string | undefined): readonly string[] {
  if (lastEventId === undefined || !/^\d{1,15}$/.test(lastEventId)) return [];
  const entries = control.journal();
  const lastSeen = Number(lastEventId);
  // Ids start anew with a reset: one that is still to come is of the time before.
  const isOfBefore = lastSeen > (entries.at(-1)?.id ?? 0);
  const { world } = control.health();
  const missed = entries
    .filter(({ id }) => isOfBefore || id > lastSeen)
    .map((entry) => eventText({ event: "exchange", world, entry }));
  let size = 0;
  let first = missed.length;
  while (first > 0 && size + missed[first - 1]!.length <= mostMissed) size += missed[--first]!.length;
  return missed.slice(first);
}

/** JSON has no line ends in it, so its text is one line of data. */
function eventText(event: MockEvent): string {
  const id = idAfter(event);
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event.event}\ndata: ${formatJson(event)}\n\n`;
}

/** What a client is to say it has seen. Where ids start anew, that it has seen none of them. */
function idAfter(event: MockEvent): number | undefined {
  if (event.event === "exchange") return event.entry.id;
  return event.event === "reset" || event.event === "journal-cleared" ? 0 : undefined;
}
