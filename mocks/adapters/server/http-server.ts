/** An HTTP server that refuses malformed input with an Error object, and stops promptly. */

import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { ServerOptions as HttpsOptions } from "node:https";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorReply, whyHeader } from "../../http/reply.ts";
import type { TlsOptions } from "./check-tls.ts";
import { endAnswers } from "./send-slowly.ts";

// An import of node:http reads every member, which loads Node's whole Fetch and WebSocket: 40 ms of a start of 90 ms. This
// way loads only the parts that a server needs.
const { createServer } = process.getBuiltinModule("node:http");

const defaultSettings: ServerOptions = {
  // A client that sends at the moment of a close loses its request, and must not repeat a DELETE. So this is longer than the
  // pools of clients that ignore Keep-Alive: 90 s in Go, 60 s in many proxies. Node's default is 5 s.
  keepAliveTimeout: 120_000,
};

/** Time in ms for running answers to end after a stop. */
const graceMs = 2000;
/** Interval in ms at which a stopping server closes idle connections. */
const sweepMs = 20;
/** Time in ms for a refused client to finish sending before it is disconnected. */
const lingerMs = 1000;

interface Connection {
  /** Answers of which the last byte has not been sent. */
  open: number;
  /** Number of bytes that were received when the last of them was sent. */
  readBefore: number;
  /** The last request. Only this one may not have arrived whole, and is not answered then. */
  last?: IncomingMessage;
  /** Called when the last answer to a whole request has been sent. */
  afterAnswers?: () => void;
}

type Connections = Map<Duplex, Connection>;

/** Options with shorter timeouts than Node's, for tests; and a certificate with its key. */
type Settings = ServerOptions & Partial<TlsOptions>;

/** @param settings with a certificate, the server speaks HTTPS */
export function createHttpServer(listener: RequestListener, settings: Settings = {}) {
  let isDraining = false;
  const connections: Connections = new Map();
  const answer: RequestListener = (request, response) => {
    if (isDraining) response.setHeader("connection", "close");
    count(response, connections);
    listener(request, response);
  };
  const server = createServerFor({ ...defaultSettings, ...settings }, answer);
  // A client may end its half and still read (RFC 9112, 9.6); otherwise Node cuts late answers. Node does not document it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("checkContinue", (request, response) => {
    // Before the answer's turn, Node would send "100 Continue" between the head and the body of the one before it.
    if (response.socket) response.writeContinue();
    answer(request, response);
  });
  server.on("clientError", (error, socket) => refuseGarbage(error, socket, connections.get(socket)));
  const keepTrack = (socket: Socket) => {
    // Each slow answer of a pipeline listens; Node would warn of a leak at the eleventh.
    socket.setMaxListeners(0);
    connections.set(socket, { open: 0, readBefore: 0 });
    socket.once("close", () => connections.delete(socket));
  };
  server.on("connection", keepTrack);
  // With TLS, the connection below it counts as idle until its first byte has arrived.
  server.on("secureConnection", keepTrack);
  /** From now on each answer is the last of its connection. */
  const drain = () => {
    isDraining = true;
    closeIdle(connections);
  };
  return { server, drain, stop: () => stop(server, connections) };
}

function createServerFor(settings: Settings, answer: RequestListener): Server {
  if (settings.cert === undefined) return createServer(settings, answer);
  // node:http sets this itself; here half-open connections are asked for.
  const options = { ...settings, allowHalfOpen: true } as HttpsOptions;
  return process.getBuiltinModule("node:https").createServer(options, answer);
}

function count(response: ServerResponse, connections: Connections): void {
  // While an answer before it is still being sent, a response has no socket of its own.
  const { socket } = response.req;
  const connection = connections.get(socket);
  if (!connection) return;
  connection.open += 1;
  connection.last = response.req;
  response.once("close", () => {
    connection.open -= 1;
    connection.readBefore = socket.bytesRead;
    if (connection.afterAnswers && !isAnswering(connection)) connection.afterAnswers();
  });
}

const isAnswering = ({ open, last }: Connection) => open > (last?.complete === false ? 1 : 0);

/**
 * Destroys idle connections: unused ones, which browsers open in advance, and those whose last answer has been sent
 * completely. Node's closeIdleConnections() would cut an answer that is still on its way to a slow reader.
 */
function closeIdle(connections: Connections): void {
  for (const [socket, { open, readBefore }] of connections) {
    const isUnused = open === 0 && (socket as Socket).bytesRead === readBefore;
    if (socket.writableFinished || isUnused) socket.destroy();
  }
}

/** Lets running answers end, for at most two seconds; those without an end are ended at once. */
function stop(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
      server.closeAllConnections();
    }, graceMs);
    const sweep = setInterval(() => closeIdle(connections), sweepMs);
    // That of node:http would call closeIdleConnections(). Bun's server is not one of node:net.
    const { close } = server instanceof NetServer ? NetServer.prototype : server;
    close.call(server, () => {
      clearTimeout(force);
      clearInterval(sweep);
      resolve();
    });
    for (const socket of connections.keys()) socket.emit(endAnswers);
    closeIdle(connections);
  });
}

type Refusal = readonly [status: number, reason: string, code: string];

const malformed: Refusal = [400, "Bad Request", "malformed_request"];
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "headers_too_large"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Content Too Large", "body_too_large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "request_timeout"],
};

interface ParseError extends NodeJS.ErrnoException {
  readonly reason?: string;
}

/** Refuses bytes that cannot be read as a request, or that do not come in time, after the answers under way. */
function refuseGarbage(error: ParseError, socket: Duplex, connection: Connection | undefined): void {
  // A browser that opened the connection in advance would read it as the answer to its next request.
  const isSilent = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && (socket as Socket).bytesRead === 0;
  if (error.code === "ECONNRESET" || !socket.writable || isSilent) return void socket.destroy();
  const refusal = refusals[error.code ?? ""] ?? malformed;
  const send = () => {
    if (socket.writable)
      sendRefusal(socket, refusal, `The request cannot be read: ${error.reason ?? refusal[1]}.`);
    else socket.destroy();
  };
  if (connection && isAnswering(connection)) {
    connection.afterAnswers ??= send;
    socket.emit(endAnswers);
  } else send();
}

/** Ends the connection cleanly: closed with bytes unread it is reset, and the answer may be lost (RFC 9112, 9.6). */
function sendRefusal(socket: Duplex, [status, reason, code]: Refusal, message: string): void {
  const { headers, body } = errorReply(status, code, message);
  const lines = Object.entries({ ...headers, [whyHeader]: code, connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} ${reason}\r\n${head}\r\n`);
  socket.end(body[0]);
  socket.removeAllListeners("data");
  socket.on("data", () => {}).resume();
  const limit = setTimeout(() => socket.destroy(), lingerMs);
  // TLS may still be encrypting the answer.
  socket.once("end", () => (socket as Socket).destroySoon()).once("close", () => clearTimeout(limit));
}
