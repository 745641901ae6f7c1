/** A server with control of its bytes, its connections and their time. */

import { createServer } from "node:http";
import type { Socket } from "node:net";
import type { MockReply, MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import type { Handle } from "../broken/broken-server.ts";
import { type Asked, askedOf } from "../broken/steps.ts";
import { runningServer } from "./running-server.ts";

/** One request on a connection. */
export interface Exchange {
  readonly request: MockRequest;
  readonly asked: Asked | undefined;
  readonly socket: Socket;
  /** Numbers of the request on this connection, and on the server, from 1. */
  readonly nth: number;
  readonly nthOfAll: number;
  /** The answer of a right server, which acts when this is first read. */
  readonly reply: MockReply;
  /** The number of the connection, from 1. */
  readonly connection: number;
}

type Sent = MockReply | undefined;
/** The answer to send; undefined where it was already written, or will not be sent. */
export type Answer = (exchange: Exchange) => Sent | Promise<Sent>;

export interface WireServer {
  readonly id: string;
  readonly description: string;
  /** @param handle answers as the mock does, or as a server on top of it */
  readonly answer: (mock: Mock, handle: Handle) => Answer;
  /** Maximum number of connections at once; further ones are closed. */
  readonly maxConnections?: number;
}

/** Reads requests as the exchanges of their connections. */
export function createExchanges(
  mock: Mock,
  handle: Handle,
): (request: MockRequest, socket: Socket) => Exchange {
  const connections = new WeakMap<Socket, { connection: number; nth: number }>();
  let count = 0;
  let nthOfAll = 0;
  return (request, socket) => {
    const seen = connections.get(socket) ?? { connection: ++count, nth: 0 };
    connections.set(socket, seen);
    seen.nth++;
    let reply: MockReply | undefined;
    return {
      ...seen,
      nthOfAll: ++nthOfAll,
      request,
      socket,
      asked: askedOf(mock, request),
      get reply() {
        reply ??= handle(request);
        return reply;
      },
    };
  };
}

/** The usual behaviour: sends the answer. */
export const defaultAnswer: WireServer["answer"] =
  () =>
  ({ reply }) =>
    reply;

/** Serves a mock, or a server on top of it, on a free port. */
export async function serve(
  mock: Mock,
  handle: Handle = mock.handle,
  { answer, maxConnections }: Pick<WireServer, "answer" | "maxConnections"> = { answer: defaultAnswer },
) {
  const exchangeOf = createExchanges(mock, handle);
  const answerTo = answer(mock, handle);
  const server = createServer(async ({ method, url, headers, socket }, response) => {
    const sent = await answerTo(exchangeOf({ method: method!, target: url!, headers }, socket));
    if (sent && !socket.destroyed)
      response.writeHead(sent.status, sent.headers).end(Buffer.concat(sent.body));
  });
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  // The tests close it themselves.
  server.keepAliveTimeout = 30_000;
  server.listen(0, "127.0.0.1");
  const { url: baseUrl, close } = await runningServer(server);
  return { mock, baseUrl, close };
}
