/** An answer read from the bytes of a connection, as they come. What is no HTTP/1.1 is said to be none. */

import { type Answer, type HeaderList, headerOf } from "../../evidence/exchange.ts";
import type { Deadline } from "../deadline.ts";
import { BrokenAnswer, NoAnswer } from "../target.ts";
import { collectBody, type KnownBody } from "./collect-body.ts";
import { decodeContent, isCoded } from "./decode-content.ts";
import { answerFraming, type MessageHead } from "./message-head.ts";
import { createMessageReader, notHttp } from "./message-reader.ts";

const MiB = 1024 * 1024;
/** A list of a million orders is about 120 MB; an answer that is no list is an Error object, or a page of a proxy. */
const mostBytes = { list: 160 * MiB, other: MiB, coded: 40 * MiB };
/** From here on a body is large. */
const largeBytes = 4 * MiB;
/** Resolves when no large body is read: one is read at a time, the others wait with what they have. */
let largeBodies: Promise<void> = Promise.resolve();

const mostHeaders = 1000;
/** 1xx before an answer. */
const mostInterims = 100;

export type ReadAnswer = Awaited<ReturnType<typeof readAnswer>>;

/**
 * @param next the next bytes, or undefined where the connection has ended
 * @param known what the server sent before
 * @returns isLast: whether the connection can bring no other answer; rest: what came behind it
 * @throws {NoAnswer} without any byte; {BrokenAnswer} for one that ends too soon, or that cannot be read
 */
export async function readAnswer(
  method: string,
  next: () => Promise<Buffer | undefined>,
  deadline: Deadline,
  known: KnownBody = {},
) {
  let interims = 0;
  let head: ReturnType<typeof readHead> | undefined;
  let isLast = false;
  let isWhole = false;
  let body = collectBody(0, 0);
  let most = 0;
  let codings: string | undefined;
  let release: (() => void) | undefined;
  /** Waits, off the clock of the call, where the body has grown large and another one is being read. */
  const waitIfLarge = async (bytes: number) => {
    if (release || bytes < largeBytes) return;
    const before = largeBodies;
    ({ promise: largeBodies, resolve: release } = Promise.withResolvers<void>());
    deadline.pause();
    await before;
    deadline.resume();
  };
  const reader = createMessageReader("answer", {
    mayBegin: () => !isWhole,
    head(message) {
      const read = readHead(message);
      if (read.status < 200) {
        if (++interims > mostInterims)
          throw new BrokenAnswer("more than 100 interim answers came before an answer");
        return "interim";
      }
      head = read;
      const framing = answerFraming(message, read.status, method);
      most = method === "GET" && read.status === 200 ? mostBytes.list : mostBytes.other;
      codings = headerOf(read, "content-encoding");
      const size = typeof framing === "number" ? framing : 0;
      body = isCoded(codings)
        ? collectBody(Math.min(most, mostBytes.coded), size)
        : collectBody(most, size, known);
      isLast = read.isLast || framing === "until close";
      return framing;
    },
    data(bytes) {
      body.push(bytes);
    },
    end: () => {
      isWhole = true;
    },
    lost(why) {
      throw new BrokenAnswer(why);
    },
  });
  try {
    while (!isWhole) {
      const hasBegun = () => head !== undefined || reader.held !== undefined;
      const piece = await next().catch((error: Error) => {
        throw hasBegun() ? new BrokenAnswer(error.message, "cut") : error;
      });
      if (piece) reader.push(piece);
      else if (head) reader.finish();
      if (!piece && !isWhole) {
        const why = head
          ? "the connection closed within the answer"
          : "the connection closed before an answer";
        throw hasBegun() ? new BrokenAnswer(why, "cut") : new NoAnswer(why);
      }
      await waitIfLarge(body.heldBytes);
    }
    const { status, headers } = head!;
    // What it decodes to may be large whatever its own size.
    if (isCoded(codings) && body.size > 0) await waitIfLarge(most);
    const decoded = await decodeContent(body.end(), codings, most, known);
    const answer: Answer = { status, headers, body: decoded };
    return { answer, isLast, rest: reader.held };
  } finally {
    // An error that is thrown holds on to what this function has.
    body = collectBody(0, 0);
    release?.();
  }
}

function readHead({ bytes, startLine, headers }: MessageHead) {
  const [, minor, status] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(startLine) ?? [];
  if (status === undefined) throw new BrokenAnswer(notHttp("its first line is no status line"));
  const lines = bytes.toString("latin1").split("\r\n").slice(1, -2);
  if (lines.length > mostHeaders) throw new BrokenAnswer("the answer has more than 1000 header lines");
  const isWellFormed = lines.every((line) => /^(?:[ \t]|[!#$%&'*+.^`|~\w-]+[ \t]*:)[^\0\r\n]*$/.test(line));
  if (!isWellFormed || /(?<!\r)\n/.test(bytes.toString("latin1")))
    throw new BrokenAnswer(notHttp("a header line is malformed"));
  const named: HeaderList = headers.map(([name, value]) => [name.trim().toLowerCase(), value] as const);
  const connection = headerOf({ headers: named }, "connection") ?? "";
  return {
    status: Number(status),
    headers: named,
    isLast: minor === "0" || /(?:^|,)\s*close\s*(?:,|$)/i.test(connection),
  };
}
