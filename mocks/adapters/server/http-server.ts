/** An HTTP server that survives malformed input and stops promptly. */

import type { RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { ServerOptions as HttpsOptions } from "node:https";
import { Server as NetServer, type Socket } from "node:net";
import type { TlsOptions } from "./check-tls.ts";
import { refuseGarbage } from "./refuse-connection.ts";
import { stopEndless } from "./send-slowly.ts";

// An import of node:http reads every member, which loads Node's whole Fetch and WebSocket: 40 ms of a start of 90 ms. This
// way loads only the parts that a server needs.
const { createServer } = process.getBuiltinModule("node:http");

const defaultSettings: ServerOptions = {
  // Otherwise Node answers a missing Host header with an empty 400.
  requireHostHeader: false,
  // A client that sends at the moment of a close loses its request, and must not repeat a DELETE. So this is longer than the
  // pools of clients that ignore Keep-Alive: 90 s in Go, 60 s in many proxies. Node's default is 5 s.
  keepAliveTimeout: 120_000,
};

/** Time in ms for running answers to end after a stop. */
const graceMs = 2000;
/** Interval in ms at which a stopping server closes idle connections. */
const sweepMs = 20;

interface Connection {
  /** Answers of which the last byte has not been sent. */
  open: number;
  /** Number of bytes that were received when the last of them was sent. */
  readBefore: number;
}

type Connections = Map<Socket, Connection>;

/** Options with shorter timeouts than Node's, for tests; and a certificate with its key. */
type Settings = ServerOptions & Partial<TlsOptions>;

/** @param settings with a certificate, the server speaks HTTPS */
export function createHttpServer(listener: RequestListener, settings: Settings = {}) {
  let isDraining = false;
  const connections: Connections = new Map();
  const count = (response: ServerResponse) => {
    const { socket } = response;
    const connection = socket && connections.get(socket);
    if (!connection) return;
    connection.open += 1;
    response.once("close", () => {
      connection.open -= 1;
      connection.readBefore = socket.bytesRead;
    });
  };
  const answer: RequestListener = (request, response) => {
    if (isDraining) response.setHeader("connection", "close");
    count(response);
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
  server.on("clientError", refuseGarbage);
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

/**
 * Destroys idle connections: unused ones, which browsers open in advance, and those whose last answer has been sent
 * completely. Node's closeIdleConnections() would cut an answer that is still on its way to a slow reader.
 */
function closeIdle(connections: Connections): void {
  for (const [socket, { open, readBefore }] of connections)
    if (socket.writableFinished || (open === 0 && socket.bytesRead === readBefore)) socket.destroy();
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
    for (const socket of connections.keys()) stopEndless(socket);
    closeIdle(connections);
  });
}
