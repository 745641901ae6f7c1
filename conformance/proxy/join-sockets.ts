/** Joins two sockets: backpressure, half-closing and resets of one are those of the other. */

import { Socket } from "node:net";
import type { Duplex } from "node:stream";

type Write = (bytes: Buffer) => void;

/** Each hears of bytes and ends, and writes on what the other side is to get. */
export interface JointWatcher {
  /** @returns whether the client is to be read on */
  sent(bytes: Buffer, write: Write): boolean;
  received(bytes: Buffer, write: Write): void;
  clientEnded(write: Write): void;
  serverEnded(write: Write): void;
  /** Once, when neither side goes on. */
  closed(why: string): void;
}

/** @returns asks `sent` again, with no bytes, whether the client is to be read on */
export function joinSockets(client: Socket, upstream: Duplex, watcher: JointWatcher): () => void {
  const readOn = flow(client, upstream, watcher.sent, watcher.clientEnded);
  flow(upstream, client, watcher.received, watcher.serverEnded);

  let isClosed = false;
  const close = (why: string) => {
    if (isClosed) return;
    isClosed = true;
    watcher.closed(why);
  };
  /** One side failed: the other is told in the same way. */
  const fail = (other: Duplex, why: string) => (error: NodeJS.ErrnoException) => {
    close(`${why} (${error.code ?? error.message})`);
    if (error.code === "ECONNRESET" && other instanceof Socket && !("encrypted" in other))
      other.resetAndDestroy();
    else other.destroy();
  };
  client.on("error", fail(upstream, "the client broke off"));
  upstream.on("error", fail(client, "the server broke off"));
  client.on("close", () => {
    close("the client closed the connection before the answer was whole");
    upstream.destroy();
  });
  upstream.on("close", () => {
    close("the server closed the connection before the answer was whole");
    // What was written is still on its way.
    client.destroySoon();
  });
  return readOn;
}

function flow(
  from: Duplex,
  to: Duplex,
  onBytes: JointWatcher["sent"] | JointWatcher["received"],
  onEnd: JointWatcher["clientEnded"],
): () => void {
  const write: Write = (bytes) => {
    if (to.writable) to.write(bytes);
  };
  let isHeld = false;
  const pass = (bytes: Buffer) => {
    to.cork();
    isHeld = onBytes(bytes, write) === false;
    to.uncork();
  };
  const resume = () => {
    if (!isHeld && !to.writableNeedDrain) from.resume();
  };
  from.on("data", (bytes: Buffer) => {
    pass(bytes);
    if (isHeld || to.writableNeedDrain) from.pause();
    if (to.writableNeedDrain) to.once("drain", resume);
  });
  from.on("end", () => {
    onEnd(write);
    if (to.writable) to.end();
  });
  // Both may come paused.
  from.resume();
  return () => {
    pass(Buffer.alloc(0));
    resume();
  };
}
