/** An answer read from the bytes of a connection, as they come (RFC 9112). What is no HTTP/1.1 is said to be none. */

import { type Answer, type HeaderList, headerOf } from "../../evidence/exchange.ts";
import type { Deadline } from "../deadline.ts";
import { BrokenAnswer, NoAnswer } from "../target.ts";
import { type BodySlot, mostHeaderBytes, mostHeaders, mostInterims } from "./body-limits.ts";
import { createChunkedReader } from "./chunked-reader.ts";
import { answerFraming, parseHead } from "./message-head.ts";
import { readBody } from "./read-body.ts";

export interface ByteSource {
  /** The next bytes, or undefined where the connection has ended. @throws {NoAnswer} where it failed */
  next(): Promise<Buffer | undefined>;
  /** Bytes that were read too far come first again. */
  unread(bytes: Buffer): void;
}

export interface ReadAnswer {
  readonly answer: Answer;
  /** Whether the connection can bring no other answer. */
  readonly isLast: boolean;
}

interface Head {
  readonly status: number;
  readonly headers: HeaderList;
  readonly isLast: boolean;
}

/** @throws {NoAnswer} without any byte; {BrokenAnswer} for one that ends too soon, or that cannot be read */
export async function readAnswer(
  method: string,
  source: ByteSource,
  slot: BodySlot,
  deadline: Pick<Deadline, "pause" | "resume">,
): Promise<ReadAnswer> {
  const { status, headers, isLast } = await readHead(source);
  const framing = answerFraming({ headers }, status, method);
  if (framing.kind === "unclear") throw unreadable("its length is said twice, or not in digits");
  const body = createBodyReader(framing, source);
  const codings = headerOf({ headers }, "content-encoding");
  const bytes = await readBody(body.pieces(), { method, status, codings }, slot, deadline);
  return {
    answer: { status, headers, body: bytes },
    isLast: isLast || !body.isRead || framing.kind === "until close",
  };
}

const noStatusLine = "its first line is no status line";
const unreadable = (why: string) => new BrokenAnswer(`the answer is not HTTP/1.1 (${why})`);

/** The final answer's head. Interim answers are passed over (RFC 9110, 15.2). */
async function readHead(source: ByteSource): Promise<Head> {
  let held: Buffer = Buffer.alloc(0);
  let interims = 0;
  let searched = 0;
  for (;;) {
    const end = held.indexOf("\r\n\r\n", Math.max(0, searched - 3));
    searched = held.length;
    if ((end < 0 ? held.length : end) > mostHeaderBytes)
      throw new BrokenAnswer("the head of the answer is longer than 256 KiB");
    if (end >= 0) {
      const head = toHead(held.subarray(0, end + 4));
      const rest = held.subarray(end + 4);
      if (head.status >= 200) {
        if (rest.length > 0) source.unread(rest);
        return head;
      }
      if (++interims > mostInterims)
        throw new BrokenAnswer("more than 100 interim answers came before an answer");
      held = rest;
      searched = 0;
      continue;
    }
    const start = held.toString("latin1", 0, 9);
    if (!"HTTP/1.1 ".startsWith(start) && !"HTTP/1.0 ".startsWith(start)) throw unreadable(noStatusLine);
    const piece = await source.next().catch((error: Error) => {
      throw held.length === 0 ? error : new BrokenAnswer(error.message, "cut");
    });
    if (!piece) {
      const why = "the connection closed before an answer";
      throw held.length === 0 ? new NoAnswer(why) : new BrokenAnswer(why, "cut");
    }
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
  }
}

function toHead(bytes: Buffer): Head {
  const { startLine, headers } = parseHead(bytes);
  const [, minor, status] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(startLine) ?? [];
  if (status === undefined) throw unreadable(noStatusLine);
  const lines = bytes.toString("latin1").split("\r\n").slice(1, -2);
  if (lines.length > mostHeaders) throw new BrokenAnswer("the answer has more than 1000 header lines");
  if (!lines.every((line) => /^(?:[ \t]|[!#$%&'*+.^`|~\w-]+[ \t]*:)[^\0\r\n]*$/.test(line)))
    throw unreadable("a header line is malformed");
  const named = headers.map(([name, value]) => [name.trim().toLowerCase(), value] as const);
  const connection = headerOf({ headers: named }, "connection") ?? "";
  return {
    status: Number(status),
    headers: named,
    isLast: minor === "0" || /(?:^|,)\s*close\s*(?:,|$)/i.test(connection),
  };
}

/** The body as its head announces it; what follows it is left to be read. */
function createBodyReader(
  framing: Exclude<ReturnType<typeof answerFraming>, { kind: "unclear" }>,
  source: ByteSource,
) {
  let isRead = false;
  const nextPiece = async (): Promise<Buffer> => {
    const piece = await source.next().catch((error: Error) => {
      throw new BrokenAnswer(error.message, "cut");
    });
    if (!piece) throw new BrokenAnswer("the connection closed within the answer", "cut");
    return piece;
  };
  const leave = (bytes: Buffer) => {
    isRead = true;
    if (bytes.length > 0) source.unread(bytes);
  };
  async function* byLength(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      const piece = await nextPiece();
      const own = piece.subarray(0, left);
      left -= own.length;
      if (left === 0) leave(piece.subarray(own.length));
      yield own;
    }
    isRead = true;
  }
  async function* byChunks(): AsyncGenerator<Buffer> {
    const data: Buffer[] = [];
    const chunked = createChunkedReader((bytes) => data.push(bytes));
    while (!isRead) {
      const piece = await nextPiece();
      try {
        const end = chunked.read(piece, 0);
        if (end !== undefined) leave(piece.subarray(end));
      } catch (error) {
        throw unreadable((error as Error).message);
      }
      yield* data.splice(0);
    }
  }
  async function* untilClose(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = await source.next().catch((error: Error) => {
        throw new BrokenAnswer(error.message, "cut");
      });
      if (!piece) break;
      yield piece;
    }
    isRead = true;
  }
  return {
    get isRead() {
      return isRead;
    },
    pieces: () =>
      framing.kind === "length"
        ? byLength(framing.bytes)
        : framing.kind === "chunked"
          ? byChunks()
          : untilClose(),
  };
}
