/** Fetch objects at the mock's edge: a Request in, a Response out. */

import { controlPrefix } from "../spec/control-protocol.ts";
import type { MockReply, MockRequest } from "./http/reply.ts";

/** Maximum number of bytes of a stream that wait for a reader; beyond it the stream ends. */
const maxWaiting = 1024 * 1024;
/** Time in ms between half of a body and the loss of its connection. */
const cutAfterMs = 20;

/**
 * Answers a Fetch Request. A reset connection is an error Response; a hanging one ends with the request's signal.
 * @param target the request target as the mock knows it, beginning with /v1 or /_mock
 */
export async function answerFetch(
  handle: (request: MockRequest) => MockReply | Promise<MockReply>,
  request: Request,
  target: string,
): Promise<Response> {
  const { method, url } = request;
  const headers = { host: new URL(url).host, ...Object.fromEntries(request.headers) };
  const plain: MockRequest = { method, target, headers, secure: url.startsWith("https:") };
  // The request may be passed to a real server with its body.
  const body = request.body === null ? "" : await textOf(request.clone());
  if (body === undefined && target.startsWith(controlPrefix)) return Response.error();
  const reply = await handle(body ? { ...plain, body } : plain);
  // Read only here, since reading the signal of a request creates it.
  return reply.delivery ? deliver(reply, request.signal) : responseOf(reply);
}

/** Undefined where the body cannot be read. */
const textOf = (request: Request) => request.text().catch(() => undefined);

async function deliver(reply: MockReply, signal: AbortSignal): Promise<Response> {
  const { delayMs = 0, end } = reply.delivery ?? {};
  if (delayMs > 0) await waited(delayMs, signal);
  if (end === "hang") await waited(undefined, signal);
  return end === "reset" || signal.aborted ? Response.error() : responseOf(reply);
}

/** Resolves after a number of milliseconds, or never; at once when the signal says so. */
function waited(ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", settle);
      resolve();
    };
    const timer = ms === undefined ? undefined : setTimeout(settle, ms);
    signal.addEventListener("abort", settle);
  });
}

function responseOf({ status, headers, body, delivery, stream }: MockReply): Response {
  if (stream) return new Response(streamOf(stream), { status, headers });
  if (delivery?.end === "cut") {
    // Without a body there is nothing to cut but the head.
    return body.length === 0 ? Response.error() : new Response(cutBody(body), { status, headers });
  }
  // The pieces are shared between answers. A Response copies bytes, and so does a Blob, which is slower.
  const pieces = body as Uint8Array<ArrayBuffer>[];
  return new Response(pieces.length > 1 ? new Blob(pieces) : (pieces[0] ?? null), { status, headers });
}

function cutBody([piece]: MockReply["body"]): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    async pull(controller) {
      if (isSent) {
        // An error drops waiting bytes, here and in msw/node: it is raised a little later.
        await new Promise((resolve) => setTimeout(resolve, cutAfterMs));
        controller.error(new TypeError("the connection was lost in the middle of the body"));
      } else {
        isSent = true;
        controller.enqueue(piece!.slice(0, Math.max(1, piece!.length / 2)));
      }
    },
  });
}

function streamOf(stream: NonNullable<MockReply["stream"]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      // msw/node holds the head back until the first bytes: a comment (HTML standard, 9.2.6).
      controller.enqueue(encoder.encode(":\n\n"));
      stop = stream(
        (text) => {
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) > -maxWaiting) return;
          stop();
          controller.error(new TypeError("the stream was not read"));
        },
        () => {
          stop();
          controller.close();
        },
      );
    },
    cancel: () => stop(),
  };
  return new ReadableStream(source, { highWaterMark: 0, size: (chunk) => chunk.byteLength });
}
