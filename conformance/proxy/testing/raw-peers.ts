/** A server and a client that keep every byte, to compare what passes with what does not. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** All bytes that came, a buffer for each connection. */
  readonly received: readonly (() => Buffer)[];
}

/** @param play what the server does on a connection; it gets the socket, and a promise of bytes that hold a text */
export async function startRawServer(
  play: (socket: Socket, until: (text: string) => Promise<void>) => void | Promise<void>,
): Promise<RawServer> {
  const received: (() => Buffer)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    const { all, until } = collect(socket);
    received.push(all);
    void play(socket, until);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export interface RawCall {
  readonly bytes: Buffer;
  /** How the connection ended: `end`, or an error's code. */
  readonly ending: string;
}

/** Sends pieces one after the other, each once the answer so far holds the text before it, and reads to the end. */
export async function callRaw(
  port: number,
  pieces: readonly (string | Buffer | { readonly after: string })[],
  { closes = true } = {},
): Promise<RawCall> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  const { all, until } = collect(socket);
  const ended = new Promise<string>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on("end", () => resolve("end"));
  });
  for (const piece of pieces) {
    if (typeof piece === "object" && "after" in piece) await until(piece.after);
    else if (!socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece))
      await Promise.race([once(socket, "drain"), ended]);
  }
  if (closes) socket.end();
  const ending = await ended;
  socket.destroy();
  return { bytes: all(), ending };
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
