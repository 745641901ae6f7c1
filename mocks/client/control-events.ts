/** Reads the mock's server-sent events from an answer of fetch (HTML standard, 9.2.6). */

import type { MockEvent } from "../worlds/events.ts";

export type EventListener = (event: MockEvent) => void;

/**
 * Tells the listener what comes until it is stopped or the connection ends.
 * @param stopping of the signal that the answer was asked for with
 * @param onEnd called once when no more will come although nobody stopped it
 * @returns how to stop
 */
export function followEvents(
  response: Response,
  listener: EventListener,
  stopping: AbortController,
  onEnd?: () => void,
): () => void {
  void read(response, (event) => {
    if (stopping.signal.aborted) return;
    try {
      listener(event);
    } catch (error) {
      // Seen as an uncaught error, as in process; the next event is told all the same.
      queueMicrotask(() => {
        throw error;
      });
    }
  }).then(() => {
    if (!stopping.signal.aborted) onEnd?.();
  });
  return () => stopping.abort();
}

async function read(response: Response, tell: EventListener): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
        text = text.slice(end + 2);
        if (data !== undefined) tell(JSON.parse(data));
      }
    }
  } catch {
    // Stopped, or the mock is gone: there is nothing more to tell.
  }
}
