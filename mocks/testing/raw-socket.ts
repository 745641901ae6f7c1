/** A socket to a mock on a port: bytes in, bytes out, nothing tidied up on the way. */

import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function openSocket(port: number, host = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host });
  await once(socket, "connect");
  return socket;
}

/** Sends bytes on a connection of its own and reads until the server closes it. */
export async function exchangeBytes(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = await openSocket(port);
  socket.write(bytes);
  const answer = parseAnswer(await readToEnd(socket));
  socket.destroy();
  return answer;
}

/** Everything a socket brings until it ends, however it ends. */
export async function readToEnd(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece));
  // A reset after the answer is an end like any other here.
  socket.on("error", () => {});
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(pieces);
}

export function parseAnswer(bytes: Buffer): RawAnswer {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  };
}
