/** The mock on a port, by node:http. */

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { BadInput } from "../../spec/bad-input.ts";
import { formatJson } from "../../spec/json.ts";
import { versionPrefix } from "../../spec/wire.ts";
import { isLoopbackHost } from "../control/guard.ts";
import { errorReply } from "../http/reply.ts";
import { createMock, type Mock, type MockOptions } from "../mock.ts";
import { sendReply } from "./send-reply.ts";
import { type AnsweredRequest, createRequestListener } from "./serve-request.ts";

export interface MockServerOptions extends Omit<MockOptions, "controlAccess"> {
  /** Default: 0, which picks a free port. */
  readonly port?: number;
  /** Default: 127.0.0.1, which only this machine can reach. */
  readonly host?: string;
  /** False closes the control plane. Default: open to this machine. */
  readonly control?: boolean;
  /** Asked of every control request when set; needed where `host` is not loopback. */
  readonly controlToken?: string | undefined;
  /** Called once for each answer, after it was handed to the socket. */
  readonly onAnswer?: (answer: AnsweredRequest) => void;
}

export interface MockServer extends AsyncDisposable {
  /** Address of the API, ending in `/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  readonly mock: Mock;
  /** Stops taking requests, lets running ones end, and frees the port. */
  close(): Promise<void>;
}

/** How long running answers may take to end after a stop. */
const graceMs = 2000;

/** RFC 9110, 10.1.1. */
const unmetExpectation = errorReply(417, "expectation_failed", "Expect knows 100-continue and nothing else.");

/** @throws {BadInput} when the port cannot be had or an option cannot be used */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const { port = 0, host = "127.0.0.1", control = true, controlToken, onAnswer } = options;
  const mock = createMock({
    ...options,
    controlAccess: control && { token: controlToken, loopback: isLoopbackHost(host) },
  });
  // Left to itself, Node refuses a missing Host and an unknown Expect with bare statuses.
  const server = createServer({ requireHostHeader: false }, createRequestListener(mock, onAnswer));
  server.on(
    "checkExpectation",
    (_request, response: ServerResponse) => void sendReply(response, unmetExpectation),
  );
  server.on("clientError", refuseGarbage);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server, port, host);

  const address = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= stop(server, sockets));
  return {
    baseUrl: `http://${name}:${address.port}${versionPrefix}`,
    port: address.port,
    mock,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays on: later errors are of single connections that could not be accepted, and must not end the mock.
    server.on("error", (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)));
    server.listen(port, host, () => resolve());
  });
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const where = `${host}:${port}`;
  if (error.code === "EADDRINUSE") {
    return new BadInput(
      `Cannot listen on ${where}: the port is taken. Stop the other program, or choose a port with --port (0 picks a free one).`,
    );
  }
  if (error.code === "EACCES") {
    return new BadInput(
      `Cannot listen on ${where}: this user may not open that port. Choose one above 1023 with --port.`,
    );
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") {
    return new BadInput(
      `Cannot listen on ${where}: this machine has no such address. Use --host 127.0.0.1, or 0.0.0.0 for all of its addresses.`,
    );
  }
  return error;
}

/** Bytes that are no HTTP request get an Error object too, not a bare reset. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: import("node:stream").Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, code] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [431, "Request Header Fields Too Large", "headers_too_large"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? [408, "Request Timeout", "request_timeout"]
        : [400, "Bad Request", "malformed_request"];
  const body = formatJson({ code, message: `The request cannot be read: ${reason}.`, status });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
    // Browsers connect ahead of any request; to node:http such a connection is busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
