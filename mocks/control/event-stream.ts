/** A world's events as server-sent events (HTML standard, 9.2). */

import { formatJson } from "../../spec/json.ts";
import { type MockReply, whyHeader } from "../http/reply.ts";
import type { Control } from "./control.ts";

/** @param _lastEventId id of the last exchange a client saw before it lost the connection */
export function streamEvents(control: Control, _lastEventId: string | undefined): MockReply {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      [whyHeader]: "control plane",
    },
    body: [],
    why: "control plane",
    stream: (send) =>
      control.onEvent((event) => send(`event: ${event.event}\ndata: ${formatJson(event)}\n\n`)),
  };
}
