/** Fetch objects at the mock's edge: a Request in, a Response out. */

import type { MockReply, MockRequest } from "./http/reply.ts";
import type { Mock } from "./mock.ts";

/**
 * Answers a Fetch Request. A reset connection is an error Response; a hanging one ends with the request's signal.
 * @param target the request target as the mock knows it, beginning with /v1
 */
export async function answerFetch(mock: Mock, request: Request, target: string): Promise<Response> {
  const { method, signal } = request;
  const headers: Record<string, string> = { host: new URL(request.url).host };
  for (const [name, value] of request.headers) headers[name] = value;
  const plain: MockRequest = { method, target, headers };
  const body = method === "GET" || method === "HEAD" ? undefined : await request.text();
  const reply = mock.handle(body ? { ...plain, body } : plain);
  const { delayMs = 0, end } = reply.delivery ?? {};
  if (delayMs > 0) await waited(delayMs, signal);
  if (end === "hang") await waited(undefined, signal);
  return end === "reset" || signal.aborted ? Response.error() : responseOf(reply);
}

/** Resolves after so many milliseconds, or never; at once when the signal says so. */
function waited(ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function responseOf({ status, headers, body, delivery, stream }: MockReply): Response {
  if (stream) return new Response(streamOf(stream), { status, headers });
  if (delivery?.end === "cut") return new Response(cutBody(body), { status, headers });
  // The pieces are shared between answers, and a Response may hand its bytes away: give it a copy.
  return new Response(body.length === 0 ? null : new Blob(body as Uint8Array<ArrayBuffer>[]), {
    status,
    headers,
  });
}

/** Half of the first piece, then a lost connection. */
function cutBody(body: MockReply["body"]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const [piece] = body;
      if (piece) controller.enqueue(piece.slice(0, piece.length / 2));
      controller.error(new TypeError("the connection was lost in the middle of the body"));
    },
  });
}

function streamOf(stream: NonNullable<MockReply["stream"]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      stop = stream((text) => controller.enqueue(encoder.encode(text)));
    },
    cancel: () => stop(),
  });
}
