/** A world's events as server-sent events (HTML standard, 9.2). */

import { formatJson } from "../../base/json.ts";
import { errorReply, type MockReply, whyHeader } from "../http/reply.ts";
import type { MockEvent } from "../worlds/events.ts";
import type { Control } from "./control.ts";

/** Maximum number of streams. Times the bytes that may wait for one of them, it limits their memory. */
const maxStreams = 100;

const open = new WeakMap<object, number>();
const tooManyStreams = errorReply(
  503,
  "too_many_streams",
  `The mock has ${maxStreams} event streams already. Close some.`,
);

/** Opens a stream, which ends when its world is dropped. @param mock whose streams are counted */
export function streamEvents(mock: object, control: Control): MockReply {
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

/** JSON has no line ends in it, so its text is one line of data. */
const eventText = (event: MockEvent) => `event: ${event.event}\ndata: ${formatJson(event)}\n\n`;
