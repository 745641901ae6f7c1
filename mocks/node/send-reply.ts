/** Hands a reply to the socket: at once or late, whole, cut, or not at all. */

import type { ServerResponse } from "node:http";
import type { MockReply } from "../http/reply.ts";

/** Bytes of a long list, or of events, handed to a connection before its reader has taken them. */
const mostWaiting = 1024 * 1024;
/** A comment this often tells a silent event stream's reader, and proxies between, that it lives. */
const heartbeatMs = 15_000;

/**
 * Hands the reply over: at once where nothing is to be waited for, else the promise
 * resolves when it is handed over or there is nobody left to take it.
 */
export function sendReply(response: ServerResponse, reply: MockReply): Promise<void> | undefined {
  if (reply.delivery !== undefined || reply.stream !== undefined || reply.body.length > 1) {
    return sendSlowly(response, reply);
  }
  response.writeHead(reply.status, reply.headers as Record<string, string>);
  response.end(reply.body[0]);
  return undefined;
}

async function sendSlowly(response: ServerResponse, reply: MockReply): Promise<void> {
  const { delayMs = 0, end } = reply.delivery ?? {};
  if (delayMs > 0) await delayed(response, delayMs);
  if (response.destroyed) return;
  // A hanging answer ends with the client, or with the server's stop.
  if (end === "hang") return closed(response);
  if (end === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  if (end === "cut") return cut(response, reply);
  response.writeHead(reply.status, reply.headers as Record<string, string>);
  if (reply.stream) return follow(response, reply.stream);
  await sendBody(response, reply.body);
}

async function sendBody(response: ServerResponse, body: readonly Uint8Array[]): Promise<void> {
  for (const piece of body) {
    if (response.destroyed) return;
    // The pieces are shared, so waiting ones cost no memory: a reader is only kept from getting far behind.
    if (!response.write(piece) && response.writableLength > mostWaiting) await drained(response);
  }
  response.end();
}

/** The head promises the whole body; half of it comes. An answer without a body loses its head's end. */
function cut(response: ServerResponse, { status, headers, body }: MockReply): void {
  const socket = response.socket;
  if (body.length === 0) {
    socket?.end(`HTTP/1.1 ${status} `);
    return;
  }
  response.writeHead(status, headers as Record<string, string>);
  const whole = body.length === 1 ? body[0]! : Buffer.concat(body.slice(0, Math.ceil(body.length / 2)));
  response.write(body.length === 1 ? whole.subarray(0, Math.floor(whole.length / 2)) : whole, () =>
    socket?.destroySoon(),
  );
}

/** Sends what comes until the client goes. One that does not read is let go before it costs memory. */
function follow(response: ServerResponse, stream: NonNullable<MockReply["stream"]>): Promise<void> {
  response.flushHeaders();
  const send = (text: string) => {
    if (response.writableLength > mostWaiting) response.destroy();
    else response.write(text);
  };
  const heartbeat = setInterval(() => send(": still here\n\n"), heartbeatMs);
  const stop = stream(send);
  return closed(response).then(() => {
    clearInterval(heartbeat);
    stop();
  });
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.once("close", resolve);
  });
}

function delayed(response: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      response.off("close", settle);
      resolve();
    };
    const timer = setTimeout(settle, ms);
    response.once("close", settle);
  });
}

/** Resolves when more can be written, or when nobody reads any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle);
      resolve();
    };
    response.on("drain", settle).on("close", settle);
  });
}
