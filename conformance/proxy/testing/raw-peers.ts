/** A server and a client that keep every byte, for a comparison with and without the proxy. */

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listenSockets } from "../../testing/listen-raw.ts";

/** The behaviour of a server on a connection; it can wait for a text. */
export type Play = (socket: Socket, until: (text: string) => Promise<void>) => void | Promise<void>;

/** A server that ends with the test, and the text that came by each connection. */
export async function startPlay(play: Play) {
  const collected: (() => Buffer)[] = [];
  const { port, close } = await listenSockets((socket) => {
    const { all, until } = collect(socket);
    collected.push(all);
    void play(socket, until);
  }, true);
  onTestFinished(close);
  return { port, close, received: () => collected.map((all) => all().toString("latin1")) };
}

export type Pieces = readonly (string | { readonly after: string })[];

/**
 * Sends pieces one after the other, each once the answer so far holds the text before it, and reads to the end.
 * @returns the text of the answer, and how the connection ended: `end`, or an error's code
 */
export async function callRaw(
  port: number,
  pieces: Pieces,
  { closes = true } = {},
): Promise<{ readonly text: string; readonly ending: string }> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  const { all, until } = collect(socket);
  const ended = new Promise<string>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on("end", () => resolve("end"));
  });
  for (const piece of pieces) {
    if (typeof piece === "object") await until(piece.after);
    else if (!socket.write(piece, "latin1")) await Promise.race([once(socket, "drain"), ended]);
  }
  if (closes) socket.end();
  const ending = await ended;
  socket.destroy();
  return { text: all().toString("latin1"), ending };
}

function collect(socket: Socket) {
  const pieces: Buffer[] = [];
  let tail = "";
  const waiting = new Set<() => void>();
  socket.on("data", (bytes: Buffer) => {
    pieces.push(bytes);
    tail = (tail + bytes.toString("latin1")).slice(-200_000);
    for (const check of waiting) check();
  });
  socket.on("error", () => undefined);
  return {
    all: () => Buffer.concat(pieces),
    until: (text: string) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!tail.includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
