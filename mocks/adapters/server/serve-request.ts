/** Serves a request of a socket: reads it, asks the mock, and sends the answer. */

import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { controlPrefix } from "../../../spec/control-protocol.ts";
import { isUnder, versionPrefix } from "../../../spec/wire.ts";
import { bodyLimitOf } from "../../control/control-api.ts";
import { type ControlAccess, defaultBodyLimit } from "../../control/guard.ts";
import type { MockReply, MockRequest } from "../../http/reply.ts";
import { startWorldName } from "../../http/world.ts";
import { maxBodyBytes } from "../../journal/journal-entry.ts";
import type { Mock } from "../../mock.ts";
import { createBodyReader } from "./read-body.ts";
import { sendFault, sendSlowly } from "./send-slowly.ts";

export interface AnsweredRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
  readonly why: string;
  readonly world: string;
  readonly ms: number;
}

export interface ListenerOptions {
  /** Called once for each answer, after it was handed to the socket. */
  readonly onAnswer?: ((answer: AnsweredRequest) => void) | undefined;
  /** The clients that may use the control plane; the body of another client's request is not read. */
  readonly access?: ControlAccess | false | undefined;
  /** Answers requests outside the API, and passes on those that are not for it. */
  readonly page?: (...request: [...Parameters<RequestListener>, mock: RequestListener]) => void;
}

/** Addresses from which only this machine can send; of IPv4 also as an IPv6 socket shows them. */
const loopbackAddress = /^(?:::1$|(?:::ffff:)?127\.)/;

function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = "forwarded" in headers || "x-forwarded-for" in headers;
  return loopbackAddress.test(socket.remoteAddress ?? "") && !isForwarded;
}

export function isSecure({ socket }: IncomingMessage): boolean {
  return "encrypted" in socket;
}

export function createRequestListener(mock: Mock, options: ListenerOptions = {}): RequestListener {
  const { onAnswer, page, access = { loopback: true } } = options;
  const { bodyLimit = defaultBodyLimit } = access || {};
  const readBody = createBodyReader(bodyLimit);
  const handle = mock.answer ?? mock.handle;

  /** Answers a request with a body, at its end. Before it, some clients lose the answer (RFC 9112, 9.6). */
  const answerBody = (request: IncomingMessage, plain: MockRequest): Promise<MockReply> =>
    readBody(request, bodyLimitOf(plain, access) ?? maxBodyBytes, ({ size, bytes }) => {
      // The decoder drops a byte order mark, as a reader of JSON may (RFC 8259, 8.1).
      const body = bytes && { body: new TextDecoder().decode(bytes) };
      return handle({ ...plain, bodySize: size, ...body });
    });

  const answer: RequestListener = (request, response) => {
    const startedAt = onAnswer ? performance.now() : 0;
    const { method = "GET", headers, url = "/" } = request;
    const target = url.startsWith("/") ? url : originForm(url);
    const send = (reply: MockReply) => {
      const sent = sendReply(response, reply);
      if (!onAnswer) return;
      const { status, why, world = startWorldName } = reply;
      const done = () =>
        onAnswer({ method, target, headers, status, why, world, ms: performance.now() - startedAt });
      // The common answer is sent at once, since a promise for each would take measurable time.
      if (sent) void sent.then(done);
      else done();
    };

    const plain: MockRequest = {
      ...{ method, target, headers },
      secure: isSecure(request),
      local: target.startsWith(controlPrefix) && isLocal(request),
    };
    const failed = () => sendFault(response);
    try {
      const reply = hasBody(headers) ? answerBody(request, plain) : handle(plain);
      if (reply instanceof Promise) reply.then(send, failed);
      else send(reply);
    } catch {
      failed();
    }
  };

  return (request, response) => {
    if (page && !isUnder(request.url ?? "/", versionPrefix)) page(request, response, answer);
    else answer(request, response);
  };
}

/**
 * Sends the reply, at once if possible; otherwise the promise resolves when the reply is handed over or the client has
 * disconnected. Never rejects.
 */
export function sendReply(response: ServerResponse, reply: MockReply): Promise<void> | undefined {
  if (reply.delivery !== undefined || reply.stream !== undefined || reply.body.length > 1) {
    return sendSlowly(response, reply);
  }
  if (reply.status === 204 && reply.body.length > 0) {
    sendForbiddenBody(response, reply);
    return undefined;
  }
  try {
    response.writeHead(reply.status, reply.headers as Record<string, string>);
    response.end(reply.body[0]);
  } catch {
    sendFault(response);
  }
  return undefined;
}

/** Sends a body with a 204, as only a deliberately broken mock does; Node would drop it. */
function sendForbiddenBody({ req: { socket } }: ServerResponse, { headers, body }: MockReply): void {
  const lines = Object.entries({ ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`HTTP/1.1 204 No Content\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.end(body[0] ?? "");
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/** The path of a request target, which is a whole URL in a request to a proxy (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  if (!URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}
