/** A node:http server that stands whatever a socket brings, and that stops promptly. */

import type { RequestListener, Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { errorReply } from "../../http/reply.ts";
import { stopEndless } from "./open-answers.ts";
import { refuseGarbage, refuseTunnel } from "./refuse-connection.ts";
import { sendReply } from "./serve-request.ts";

// An import of node:http reads every member it has, which loads all of Node's Fetch and WebSocket: of a start
// that takes 90 ms, 40. Naming the module in this way loads what a server needs.
const { createServer } = process.getBuiltinModule("node:http");

export interface HttpServer {
  readonly server: Server;
  /** From now on each answer is the last of its connection. */
  drain(): void;
  /** Lets running answers end, for two seconds at the most; those without an end are ended at once. */
  stop(): Promise<void>;
}

const usualSettings: ServerOptions = {
  // Left to itself, Node refuses a missing Host with a bare status.
  requireHostHeader: false,
  // A client that sends just as the server closes loses its request, and must not repeat a DELETE. So this
  // outlasts the pools of clients that take no hint: 90 s in Go, 60 s in many proxies. Node's own is 5 s.
  keepAliveTimeout: 120_000,
};

/** How long running answers may take to end after a stop. */
const graceMs = 2000;
/** How often a stopping server looks for connections that have become idle. */
const sweepMs = 20;

/** RFC 9110, 10.1.1. */
const unmetExpectation = errorReply(417, "expectation_failed", "Expect knows 100-continue and nothing else.");

/** @param settings for tests that cannot wait for Node's timeouts */
export function createHttpServer(listener: RequestListener, settings: ServerOptions = {}): HttpServer {
  let isDraining = false;
  const server = createServer({ ...usualSettings, ...settings }, (request, response) => {
    if (isDraining) response.setHeader("connection", "close");
    listener(request, response);
  });
  // A client may end its half and still read the answer (RFC 9112, 9.6). Without it, Node cuts a long or
  // late answer short. The property is Node's oldest and has no documentation.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("checkExpectation", (_request, response) => void sendReply(response, unmetExpectation));
  server.on("checkContinue", (request, response) => {
    // Before its turn, Node would send it between the head of the answer and the body.
    if (response.socket) response.writeContinue();
    listener(request, response);
  });
  server.on("clientError", refuseGarbage);
  server.on("connect", refuseTunnel);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    // Each slow answer of a pipeline listens; Node would warn of a leak at the eleventh.
    socket.setMaxListeners(0);
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const drain = () => {
    isDraining = true;
    server.closeIdleConnections();
  };
  return { server, drain, stop: () => stop(server, sockets) };
}

function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, graceMs);
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearTimeout(force);
      clearInterval(sweep);
      resolve();
    });
    for (const socket of sockets) {
      stopEndless(socket);
      // Browsers connect ahead of any request; to node:http such a connection is busy. One
      // that was told all it will be told is only waited for by courtesy.
      if (socket.bytesRead === 0 || socket.writableFinished) socket.destroy();
    }
  });
}
