/** A socket to a server on a port, for unchanged bytes in both directions. */

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

/**
 * The bytes of a request, with the mock's key, and as the last one of its connection, unless a header says otherwise.
 * @param line method and target, as in `GET /v1/store/orders`
 * @param headers undefined leaves a usual one out
 */
export function writeRequest(
  line: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  body: string | Uint8Array = "",
): Buffer {
  const usual = { host: "localhost", authorization: "Bearer mock-key", connection: "close" };
  const bytes = Buffer.from(body);
  const length =
    bytes.length > 0 || line.startsWith("POST") ? { "content-length": String(bytes.length) } : {};
  const fields = Object.entries<string | undefined>({ ...usual, ...length, ...headers });
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"), bytes]);
}

/** Sends a request on a connection of its own. */
export const callPort = (port: number, ...request: Parameters<typeof writeRequest>) =>
  exchangeBytes(port, writeRequest(...request));

/** Sends bytes on a connection of its own and reads until the server closes it. */
export async function exchangeBytes(
  port: number,
  bytes: string | Uint8Array,
  host?: string,
): Promise<RawAnswer> {
  const socket = await openSocket(port, host);
  socket.write(bytes);
  const answer = parseAnswer(await readToEnd(socket));
  socket.destroy();
  return answer;
}

/** Sends bytes, ends its half, and reads to the end. */
export async function endWith(socket: Socket | Promise<Socket>, bytes: string): Promise<Buffer> {
  const opened = await socket;
  opened.end(bytes);
  return readToEnd(opened);
}

/** All bytes of a socket until it ends in any way. */
export async function readToEnd(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece));
  // A reset after the answer is an end like any other here.
  socket.on("error", () => {});
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(pieces);
}

/** The first answer, with all bytes after its head. */
export function parseAnswer(bytes: Buffer): RawAnswer {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  return { ...parseHead(text.slice(0, end)), body: text.slice(end + 4) };
}

function parseHead(head: string): Omit<RawAnswer, "body"> {
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(statusLine.split(" ")[1]), headers: Object.fromEntries(headers) };
}

/**
 * All answers of one connection, interim ones left out.
 * @param mayLackBody whether a HEAD was sent, whose answer has a length and no body
 * @throws where the bytes are no answers, or the last one is not whole
 */
export function readAnswers(bytes: Buffer, mayLackBody = false): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes.toString("latin1");
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0 || !/^HTTP\/1\.1 \d{3} /.test(rest))
      throw new Error(`No answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const head = parseHead(rest.slice(0, end));
    rest = rest.slice(end + 4);
    if (head.status < 200) continue;
    const { body, length } = readBody(head, rest, mayLackBody);
    rest = rest.slice(length);
    answers.push({ ...head, body });
  }
  return answers;
}

function readBody({ status, headers }: Omit<RawAnswer, "body">, rest: string, mayLackBody: boolean) {
  if (status === 204 || (mayLackBody && /^(?:HTTP\/1\.1 |$)/.test(rest))) return { body: "", length: 0 };
  if (headers["transfer-encoding"] === "chunked") return readChunks(rest);
  // HTTP/1.0 knows no chunks: the end of the connection is the end.
  const length = Number(headers["content-length"] ?? rest.length);
  if (!(rest.length >= length)) throw new Error(`${rest.length} of ${length} bytes after a ${status}`);
  return { body: rest.slice(0, length), length };
}

function readChunks(rest: string): { body: string; length: number } {
  let body = "";
  let at = 0;
  for (;;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(rest.slice(at, at + 20));
    if (!size) throw new Error(`No chunk: ${JSON.stringify(rest.slice(at, at + 200))}`);
    const length = Number.parseInt(size[1]!, 16);
    const from = at + size[0].length;
    at = from + length + 2;
    if (length === 0) return { body, length: at };
    body += rest.slice(from, from + length);
  }
}
