/** A world's events as server-sent events (HTML standard, 9.2). */

import { formatJson } from "../../base/json.ts";
import { errorReply, type MockReply, whyHeader } from "../http/reply.ts";
import type { MockEvent } from "../worlds/events.ts";
import type { Control } from "./control.ts";

/** Maximum number of characters of missed events, which are sent at once: in UTF-8 as much as may wait for one client. */
const maxMissed = 128 * 1024;
/** Maximum number of streams. Times the bytes that may wait for one of them, it limits their memory. */
const maxStreams = 100;

const open = new WeakMap<object, number>();
const tooManyStreams = errorReply(
  503,
  "too_many_streams",
  `The mock has ${maxStreams} event streams already. Close some.`,
);

/**
 * Opens a stream. A client that lost the connection first gets the missed exchanges that are still kept. The stream ends
 * when its world is dropped.
 * @param mock whose streams are counted
 * @param lastEventId id of the last exchange it saw, as it sends it
 */
export function streamEvents(mock: object, control: Control, lastEventId: string | undefined): MockReply {
  if ((open.get(mock) ?? 0) >= maxStreams) return tooManyStreams;
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      [whyHeader]: "control plane",
    },
    body: [],
    why: "control plane",
    stream(send, end) {
      open.set(mock, (open.get(mock) ?? 0) + 1);
      send(": events of the Store Orders mock\nretry: 1000\n\n");
      for (const text of missedEvents(control, lastEventId)) send(text);
      const unfollow = control.onEvent((event) => {
        send(eventText(event));
        if (event.event === "dropped") end();
      });
      let isOpen = true;
      return () => {
        if (isOpen) open.set(mock, open.get(mock)! - 1);
        isOpen = false;
        unfollow();
      };
    },
  };
}

function missedEvents(control: Control, lastEventId: string | undefined): readonly string[] {
  if (lastEventId === undefined || !/^\d{1,15}$/.test(lastEventId)) return [];
  const entries = control.journal();
  const lastSeen = Number(lastEventId);
  // Ids start again with a reset: a higher one is from before it.
  const isOfBefore = lastSeen > (entries.at(-1)?.id ?? 0);
  const { world } = control.health();
  const missed: string[] = [];
  let size = 0;
  for (const entry of entries.toReversed()) {
    if (!isOfBefore && entry.id <= lastSeen) break;
    const text = eventText({ event: "exchange", world, entry });
    size += text.length;
    if (size > maxMissed) break;
    missed.unshift(text);
  }
  return missed;
}

const texts = new WeakMap<MockEvent, string>();

/** The text of an event, made once for all streams. JSON has no line ends in it, so its text is one line of data. */
function eventText(event: MockEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const id = idAfter(event);
  const text = `${id === undefined ? "" : `id: ${id}\n`}event: ${event.event}\ndata: ${formatJson(event)}\n\n`;
  texts.set(event, text);
  return text;
}

/** The id that a client has seen with an event; 0 where ids start again. */
function idAfter(event: MockEvent): number | undefined {
  if (event.event === "exchange") return event.entry.id;
  return event.event === "reset" || event.event === "journal-cleared" ? 0 : undefined;
}
