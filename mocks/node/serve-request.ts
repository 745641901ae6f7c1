/** From a request on a socket to the mock's answer on it. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { controlPrefix } from "../../spec/control-protocol.ts";
import { errorReply, type MockReply, type MockRequest } from "../http/reply.ts";
import type { Mock } from "../mock.ts";
import { sendReply } from "./send-reply.ts";

export interface AnsweredRequest {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly why: string;
  readonly ms: number;
}

/** Control bodies (a fixtures file, say) end here; the API reads none. */
const maxBodyBytes = 64 * 1024 * 1024;

/** RFC 9112, 3.2. */
const missingHost = errorReply(
  400,
  "malformed_request",
  "The request cannot be read: it has no Host header.",
);
const tooLarge = errorReply(413, "body_too_large", "The request body is larger than 64 MiB.", "json", {
  connection: "close",
});

/** @param onAnswer called once for each answer, after it was handed to the socket */
export function createRequestListener(
  mock: Mock,
  onAnswer: ((answer: AnsweredRequest) => void) | undefined,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const startedAt = onAnswer ? performance.now() : 0;
    const { method = "GET", headers, url = "/" } = request;
    const target = url.startsWith("/") ? url : originForm(url);
    const done = (reply: MockReply) =>
      onAnswer?.({ method, target, status: reply.status, why: reply.why, ms: performance.now() - startedAt });

    if (method !== "GET" && target.startsWith(controlPrefix)) {
      void readBody(request).then(
        (body) => {
          const reply = body === undefined ? tooLarge : mock.handle({ method, target, headers, body });
          const sent = sendReply(response, reply);
          return sent ? sent.then(() => done(reply)) : done(reply);
        },
        // The client went away; there is no one to answer.
        () => response.destroy(),
      );
      return;
    }
    const plain: MockRequest = { method, target, headers };
    const reply =
      headers.host === undefined && request.httpVersion === "1.1" ? missingHost : mock.handle(plain);
    // The common answer goes out at once: a promise's turn for each would be felt.
    const sent = sendReply(response, reply);
    if (!onAnswer) return;
    if (sent) void sent.then(() => done(reply));
    else done(reply);
  };
}

/** A proxy's request line carries a whole URL (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  if (!URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** The body as text, undefined when it is too large; then the rest of it is not read. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBodyBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
