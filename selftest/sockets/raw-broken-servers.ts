/** Wrong servers that only bytes on a socket can express. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { MockReply, MockRequest } from "../../mocks/http/reply.ts";
import { createMock, type Mock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { versionPrefix } from "../../spec/wire.ts";
import { cancelledId, isCancel, isList, statusOf, withoutKey } from "../broken/broken-server.ts";
import { type OrderSupply, supplyOrders } from "../subjects.ts";

export interface RawBrokenServer {
  readonly id: string;
  readonly description: string;
  readonly caughtBy: readonly string[];
  /** Answers on the socket itself and returns true, or leaves the reply to be sent as it is. */
  readonly answer: (
    reply: MockReply,
    socket: Socket,
    request: MockRequest,
    before: string | undefined,
  ) => boolean;
}

/** A 204 with these bytes on the wire. */
const noContent =
  (...pieces: readonly string[]): RawBrokenServer["answer"] =>
  ({ status }, socket) => {
    if (status !== 204) return false;
    const [first = "", ...later] = pieces;
    socket.write(`HTTP/1.1 204 No Content\r\n${first}`);
    // In a packet of its own, as a proxy would send it.
    setImmediate(() => socket.end(later.join("")));
    return true;
  };

/** The answer with a Content-Length, and only part of what it promises. */
function cutShort({ status, headers, body }: MockReply, socket: Socket): void {
  const bytes = Buffer.concat(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} Cut\r\n${lines.join("")}\r\n`);
  socket.end(bytes.subarray(0, bytes.length / 2));
}

export const rawBrokenServers: readonly RawBrokenServer[] = [
  {
    id: "wire-204-with-body",
    description: "A body follows the 204, its length announced.",
    caughtBy: ["cancel-order/no-body", "cancel-order/no-content-length"],
    answer: noContent("Content-Length: 2\r\n\r\n{}"),
  },
  {
    id: "wire-204-with-unannounced-body",
    description: "A body follows the 204 unannounced.",
    caughtBy: ["cancel-order/no-body"],
    answer: noContent("\r\n", '{"ok":true}'),
  },
  {
    id: "wire-204-chunked",
    description: "The 204 has a chunked body.",
    caughtBy: ["cancel-order/no-body"],
    answer: noContent("Transfer-Encoding: chunked\r\n\r\n", "2\r\n{}\r\n0\r\n\r\n"),
  },
  {
    id: "wire-204-with-an-empty-chunk",
    description: "The 204 has a chunked body of no bytes, whose end mark is left on the wire.",
    caughtBy: ["cancel-order/no-body"],
    answer: noContent("Transfer-Encoding: chunked\r\n\r\n", "0\r\n\r\n"),
  },
  {
    id: "wire-204-with-a-late-body",
    description: "A body follows the 204 after a while.",
    caughtBy: ["cancel-order/no-body"],
    answer({ status }, socket) {
      if (status !== 204) return false;
      socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      setTimeout(() => socket.end("{}"), 30);
      return true;
    },
  },
  {
    id: "wire-204-twice",
    description: "The 204 is sent twice.",
    caughtBy: ["cancel-order/no-body"],
    answer: noContent("\r\n", "HTTP/1.1 204 No Content\r\n\r\n"),
  },
  {
    id: "wire-204-with-a-line-break",
    description: "One line break too many follows the 204.",
    caughtBy: ["cancel-order/no-body"],
    answer: noContent("\r\n\r\n"),
  },
  {
    id: "wire-shipped-resets",
    description: "Cancelling a shipped order resets the connection.",
    caughtBy: ["cancel-order/shipped"],
    answer: ({ status }, socket) => status === 409 && socket.resetAndDestroy() === socket,
  },
  {
    id: "wire-shipped-hangs",
    description: "Cancelling a shipped order is never answered.",
    caughtBy: ["cancel-order/shipped"],
    answer: ({ status }) => status === 409,
  },
  {
    id: "wire-cancel-resets",
    description: "Cancelling a pending order resets the connection, whether it worked or not.",
    caughtBy: ["cancel-order/pending"],
    answer: ({ status }, socket) => status === 204 && socket.resetAndDestroy() === socket,
  },
  {
    id: "wire-404-cut-short",
    description: "The 404 of a thirteen-digit id ends before its length.",
    caughtBy: ["cancel-order/unknown"],
    answer(reply, socket, request, before) {
      const id = /^\d{13}$/.test(cancelledId(request)) ? BigInt(cancelledId(request)) : 0n;
      if (reply.status !== 404 || before !== undefined || id < 2n ** 40n) return false;
      cutShort(reply, socket);
      return true;
    },
  },
  {
    id: "wire-401-cut-short",
    description: "The 401 of a list ends before its length.",
    caughtBy: [...withoutKey("list"), "exposed-key/in-query", "exposed-key/in-other-header"],
    answer(reply, socket, request) {
      if (reply.status !== 401 || !isList(request)) return false;
      cutShort(reply, socket);
      return true;
    },
  },
];

export interface RunningRawServer {
  readonly mock: Mock;
  readonly baseUrl: string;
  close(): Promise<void>;
}

export async function startRawBrokenServer({ answer }: RawBrokenServer): Promise<RunningRawServer> {
  const mock = createMock();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const plain: MockRequest = { method: request.method!, target: request.url!, headers: request.headers };
    const before = isCancel(plain) ? statusOf(mock, cancelledId(plain)) : undefined;
    const reply = mock.handle(plain);
    if (answer(reply, request.socket, plain, before)) return;
    response.writeHead(reply.status, reply.headers);
    response.end(Buffer.concat(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    mock,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${versionPrefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The server in the shape that the suite's self-test takes. */
export function servedSubject(server: RawBrokenServer, supply: OrderSupply) {
  const { id, description, caughtBy } = server;
  const serve = async () => {
    const { mock, baseUrl, close } = await startRawBrokenServer(server);
    return { baseUrl, apiKey: defaultApiKey, arrange: async () => supplyOrders(mock, supply), close };
  };
  return { id, description, kind: "broken" as const, caughtBy, serve };
}
