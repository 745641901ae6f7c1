/** Sends replies that are late, in pieces, cut or never sent. */

import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorReply, type MockReply } from "../../http/reply.ts";

/** Event of a socket that ends its answers without an end. */
export const endAnswers = Symbol("end answers");

/** Maximum number of bytes of a long list that are handed to a connection before its reader has read them. */
const maxWaiting = 1024 * 1024;
/** The same for events, which each reader has separately. */
const maxEvents = 384 * 1024;
/** Milliseconds between comments in an idle event stream, so that readers and proxies do not time out. */
const heartbeatMs = 15_000;
/**
 * Maximum number of slow answers of one connection. A client with more is disconnected, since Node's work at the end grows
 * with the square of their number.
 */
const maxSlowAnswers = 1000;

const ownFault = errorReply(500, "mock_fault", "The mock itself failed: its answer cannot be sent.");

export function sendFault(response: ServerResponse): void {
  if (response.headersSent) return void response.req.socket.destroy();
  writeHead(response, ownFault);
  response.end(ownFault.body[0]);
}

const writeHead = (response: ServerResponse, { status, headers }: MockReply) =>
  response.writeHead(status, headers as Record<string, string>);

/** Resolves when the reply is handed over or the client has disconnected. Never rejects. */
export const sendSlowly = (response: ServerResponse, reply: MockReply): Promise<void> =>
  deliver(response, reply).catch(() => sendFault(response));

async function deliver(response: ServerResponse, reply: MockReply): Promise<void> {
  // While an answer before it is still being sent, a response has no socket of its own.
  const { socket } = response.req;
  const { delayMs = 0, end } = reply.delivery ?? {};
  if (socket.listenerCount("close") > maxSlowAnswers) socket.destroy();
  if (end === "hang") return gone(socket).then(() => void socket.destroy());
  if (delayMs > 0) await firstOf([[socket, "close"]], delayMs);
  if (socket.destroyed) return;
  if (end === "reset") return reset(socket);
  if (end === "cut") return cut(response, reply);
  writeHead(response, reply);
  return reply.stream ? follow(response, reply.stream) : sendPieces(response, reply.body);
}

/** The pieces are shared, so that waiting ones cost no memory. Corked, the waiting ones are sent with one system call. */
async function sendPieces(response: ServerResponse, pieces: MockReply["body"]): Promise<void> {
  const { socket } = response.req;
  response.cork();
  for (const piece of pieces) {
    response.write(piece);
    if (response.writableLength <= maxWaiting) continue;
    response.uncork();
    await firstOf([
      [response, "drain"],
      [socket, "close"],
    ]);
    if (socket.destroyed) return;
    response.cork();
  }
  response.uncork();
  response.end();
}

/** With TLS, only the connection below it can be reset, which is a property of Node without documentation. */
function reset(socket: Socket & { _parent?: Socket }): void {
  const below = socket._parent ?? socket;
  // Not every runtime can reset; an end without an answer is the most similar.
  if ("resetAndDestroy" in below) below.resetAndDestroy();
  else (below as Socket).destroy();
}

/** Sends the head of the whole body, and half of the body. An answer without a body is cut in its head. */
function cut(response: ServerResponse, reply: MockReply): void {
  const { socket } = response.req;
  const { status, body } = reply;
  if (body.length === 0) {
    // Not before the end of the answer before it.
    if (response.socket) socket.end(`HTTP/1.1 ${status} `);
    else socket.destroySoon();
    return;
  }
  writeHead(response, reply);
  const whole = body.length === 1 ? body[0]! : Buffer.concat(body.slice(0, Math.ceil(body.length / 2)));
  response.write(body.length === 1 ? whole.subarray(0, Math.floor(whole.length / 2)) : whole, () =>
    socket.destroySoon(),
  );
}

/** Sends texts until the client disconnects. A client that does not read is disconnected before it costs memory. */
async function follow(response: ServerResponse, stream: NonNullable<MockReply["stream"]>): Promise<void> {
  const { socket } = response.req;
  response.flushHeaders();
  const send = (text: string) => {
    if (response.writableEnded || socket.destroyed) return;
    if (response.writableLength > maxEvents) socket.destroy();
    else response.write(text);
  };
  const ended = Promise.withResolvers<void>();
  const unfollow = stream(send, ended.resolve);
  const heartbeat = setInterval(() => send(": still here\n\n"), heartbeatMs);
  await Promise.race([ended.promise, gone(socket)]);
  clearInterval(heartbeat);
  unfollow();
  response.end();
}

/**
 * Resolves when the client ends its half: while it is sent nothing, that is the only sign that it has given up. Also
 * resolves when the server ends such answers.
 */
async function gone(socket: Socket): Promise<void> {
  if (!socket.readableEnded && !socket.destroyed)
    await firstOf([
      [socket, "end"],
      [socket, "close"],
      [socket, endAnswers],
    ]);
}

type EventOf = readonly [emitter: EventEmitter, name: string | symbol];

/** Resolves at the first of the events, or after a number of milliseconds. */
async function firstOf(events: readonly EventOf[], ms?: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
  for (const [emitter, name] of events) emitter.on(name, resolve);
  await promise;
  clearTimeout(timer);
  for (const [emitter, name] of events) emitter.off(name, resolve);
}
