/** Sends replies that are late, in pieces, cut or never sent, and tracks those that are incomplete. */

import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorReply, type MockReply } from "../../http/reply.ts";

/** Maximum number of bytes of a long list that are handed to a connection before its reader has read them. */
const maxWaiting = 1024 * 1024;
/** The same for events, which each reader has separately. */
const maxEvents = 384 * 1024;
/** Milliseconds between comments in an idle event stream, so that readers and proxies do not time out. */
const heartbeatMs = 15_000;

const ownFault = errorReply(500, "mock_fault", "The mock itself failed: its answer cannot be sent.");

export function sendFault(response: ServerResponse): void {
  if (response.headersSent) {
    response.req.socket.destroy();
    return;
  }
  response.writeHead(ownFault.status, ownFault.headers as Record<string, string>);
  response.end(ownFault.body[0]);
}

/** Resolves when the reply is handed over or the client has disconnected. Never rejects. */
export async function sendSlowly(response: ServerResponse, reply: MockReply): Promise<void> {
  // While an answer before it is still being sent, a response has no socket of its own.
  const { socket } = response.req;
  const answer = beginAnswer(socket);
  try {
    await deliver(response, reply, socket, answer);
  } catch {
    sendFault(response);
  } finally {
    answer.done();
  }
}

async function deliver(
  response: ServerResponse,
  reply: MockReply,
  socket: Socket,
  answer: OpenAnswer,
): Promise<void> {
  const { delayMs = 0, end } = reply.delivery ?? {};
  if (end === "hang") answer.stop = () => socket.destroy();
  if (delayMs > 0) await firstOf([[socket, "close"]], delayMs);
  if (socket.destroyed) return;
  if (end === "hang") return gone(socket).then(answer.stop);
  if (end === "reset") {
    reset(socket);
    return;
  }
  if (end === "cut") return cut(response, reply);
  response.writeHead(reply.status, reply.headers as Record<string, string>);
  if (reply.stream) return follow(response, socket, reply.stream, answer);
  // The pieces are shared, so that waiting ones cost no memory. Corked, the waiting ones are sent with one system call.
  response.cork();
  for (const piece of reply.body) {
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
function cut(response: ServerResponse, { status, headers, body }: MockReply): void {
  const { socket } = response.req;
  if (body.length === 0) {
    // Not before the end of the answer before it.
    if (response.socket) socket.end(`HTTP/1.1 ${status} `);
    else socket.destroySoon();
    return;
  }
  response.writeHead(status, headers as Record<string, string>);
  const whole = body.length === 1 ? body[0]! : Buffer.concat(body.slice(0, Math.ceil(body.length / 2)));
  response.write(body.length === 1 ? whole.subarray(0, Math.floor(whole.length / 2)) : whole, () =>
    socket.destroySoon(),
  );
}

/** Sends texts until the client disconnects. A client that does not read is disconnected before it costs memory. */
function follow(
  response: ServerResponse,
  socket: Socket,
  stream: NonNullable<MockReply["stream"]>,
  answer: OpenAnswer,
): Promise<void> {
  response.flushHeaders();
  const send = (text: string) => {
    if (response.writableEnded || socket.destroyed) return;
    if (response.writableLength > maxEvents) socket.destroy();
    else response.write(text);
  };
  const unfollow = stream(send, () => answer.stop?.());
  const heartbeat = setInterval(() => send(": still here\n\n"), heartbeatMs);
  return new Promise((resolve) => {
    answer.stop = () => {
      clearInterval(heartbeat);
      unfollow();
      response.end();
      resolve();
    };
    void gone(socket).then(answer.stop);
  });
}

/** Resolves when the client ends its half: while it is sent nothing, that is the only sign that it has given up. */
async function gone(socket: Socket): Promise<void> {
  if (!socket.readableEnded && !socket.destroyed)
    await firstOf([
      [socket, "end"],
      [socket, "close"],
    ]);
}

type EventOf = readonly [emitter: EventEmitter, name: string];

/** Resolves at the first of the events, or after a number of milliseconds. */
async function firstOf(events: readonly EventOf[], ms?: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
  for (const [emitter, name] of events) emitter.on(name, resolve);
  await promise;
  clearTimeout(timer);
  for (const [emitter, name] of events) emitter.off(name, resolve);
}

interface OpenAnswer {
  /** Ends an answer that would not end otherwise. */
  stop?: () => void;
  /** Called when the answer was handed over, or cannot be. */
  done(): void;
}

interface OpenAnswers {
  readonly answers: Set<OpenAnswer>;
  afterwards?: () => void;
}

/** The open answers of each connection. Most connections have no entry, since answers handed over at once are not in it. */
const connections = new WeakMap<Duplex, OpenAnswers>();

/**
 * Maximum number of open answers of one connection. A client with more is disconnected, since Node's work at the end grows
 * with the square of their number.
 */
const maxAnswers = 1000;

function beginAnswer(socket: Duplex): OpenAnswer {
  const open: OpenAnswers = connections.get(socket) ?? { answers: new Set() };
  connections.set(socket, open);
  const answer: OpenAnswer = {
    done() {
      open.answers.delete(answer);
      if (open.answers.size === 0) open.afterwards?.();
    },
  };
  open.answers.add(answer);
  if (open.answers.size > maxAnswers) socket.destroy();
  return answer;
}

/**
 * Calls back when no answer is in progress on the socket, possibly at once. Ends answers without an end. Only the first
 * callback of a socket is called.
 */
export function afterAnswers(socket: Duplex, callback: () => void): void {
  const open = connections.get(socket);
  if (!open || open.answers.size === 0) callback();
  else if (!open.afterwards) {
    open.afterwards = callback;
    stopEndless(socket);
  }
}

export function stopEndless(socket: Duplex): void {
  for (const answer of connections.get(socket)?.answers ?? []) answer.stop?.();
}
