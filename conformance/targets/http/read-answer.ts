/** An answer read from the bytes of a connection, as they come. What is no HTTP/1.1 is said to be none. */

import { type Answer, type HeaderList, headerOf } from "../../evidence/exchange.ts";
import type { Deadline } from "../deadline.ts";
import { BrokenAnswer, NoAnswer } from "../target.ts";
import { collectBody, type KnownBody } from "./collect-body.ts";
import { decodeContent, isCoded } from "./decode-content.ts";
import { answerFraming, type Framing, type MessageHead } from "./message-head.ts";
import { MessageReader, type MessageWatcher, notHttp } from "./message-reader.ts";

const MiB = 1024 * 1024;
/** A list of a million orders is about 120 MB; an answer that is no list is an Error object, or a page of a proxy. */
const maxBytes = { list: 160 * MiB, other: MiB, coded: 40 * MiB };
/** From here on a body is large. */
const largeBytes = 4 * MiB;
/** Resolves when no large body is read: one is read at a time, the others wait with what they have. */
let largeBodies: Promise<void> = Promise.resolve();

const maxHeaders = 1000;
/** 1xx before an answer. */
const maxInterims = 100;

export interface ReadAnswer {
  readonly answer: Answer;
  /** Whether the connection can bring no other answer. */
  readonly isLast: boolean;
  /** Bytes behind it. */
  readonly rest: Buffer | undefined;
}

export interface AnswerSource {
  readonly method: string;
  /** The next bytes, or undefined where the connection has ended. */
  readonly next: () => Promise<Buffer | undefined>;
  readonly deadline: Deadline;
  /** Bodies of earlier answers of the server. */
  readonly known?: KnownBody;
}

/** @throws {NoAnswer} without any byte; {BrokenAnswer} for an answer that ends too soon, or that cannot be read */
export const readAnswer = (source: AnswerSource): Promise<ReadAnswer> => new AnswerReader(source).read();

class AnswerReader implements MessageWatcher {
  readonly #source: AnswerSource;
  readonly #reader = new MessageReader("answer", this);
  #interims = 0;
  #head: ReturnType<typeof readHead> | undefined;
  #isLast = false;
  #isWhole = false;
  #body = collectBody(0, 0);
  #most = 0;
  #codings: string | undefined;
  #release: (() => void) | undefined;

  constructor(source: AnswerSource) {
    this.#source = source;
  }

  async read(): Promise<ReadAnswer> {
    try {
      while (!this.#isWhole) {
        await this.#readPiece();
        await this.#waitIfLarge(this.#body.heldBytes);
      }
      const { status, headers } = this.#head!;
      // The decoded body may be large even if the coded one is small.
      if (isCoded(this.#codings) && this.#body.size > 0) await this.#waitIfLarge(this.#most);
      const body = await decodeContent(this.#body.end(), this.#codings, this.#most, this.#source.known);
      return { answer: { status, headers, body }, isLast: this.#isLast, rest: this.#reader.held };
    } finally {
      // An error that is thrown holds on to what this object has.
      this.#body = collectBody(0, 0);
      this.#release?.();
    }
  }

  mayBegin(): boolean {
    return !this.#isWhole;
  }

  head(message: MessageHead): Framing {
    const read = readHead(message);
    if (read.status < 200) {
      if (++this.#interims > maxInterims)
        throw new BrokenAnswer("more than 100 interim answers came before an answer");
      return "interim";
    }
    const { method, known } = this.#source;
    this.#head = read;
    const framing = answerFraming(message, read.status, method);
    this.#most = method === "GET" && read.status === 200 ? maxBytes.list : maxBytes.other;
    this.#codings = headerOf(read, "content-encoding");
    const size = typeof framing === "number" ? framing : 0;
    this.#body = isCoded(this.#codings)
      ? collectBody(Math.min(this.#most, maxBytes.coded), size)
      : collectBody(this.#most, size, known);
    this.#isLast = read.isLast || framing === "until close";
    return framing;
  }

  data(bytes: Buffer): void {
    this.#body.push(bytes);
  }

  end(): void {
    this.#isWhole = true;
  }

  lost(why: string): void {
    throw new BrokenAnswer(why);
  }

  async #readPiece(): Promise<void> {
    const hasBegun = this.#head !== undefined || this.#reader.held !== undefined;
    const piece = await this.#source.next().catch((error: Error) => {
      throw hasBegun ? new BrokenAnswer(error.message, "cut") : error;
    });
    if (piece) return this.#reader.push(piece);
    if (this.#head) this.#reader.finish();
    if (this.#isWhole) return;
    const where = this.#head ? "within the answer" : "before an answer";
    const why = `the connection closed ${where}`;
    throw hasBegun ? new BrokenAnswer(why, "cut") : new NoAnswer(why);
  }

  /** Waits, off the clock of the call, where the body has grown large and another one is being read. */
  async #waitIfLarge(bytes: number): Promise<void> {
    if (this.#release || bytes < largeBytes) return;
    const before = largeBodies;
    ({ promise: largeBodies, resolve: this.#release } = Promise.withResolvers<void>());
    this.#source.deadline.pause();
    await before;
    this.#source.deadline.resume();
  }
}

function readHead({ bytes, startLine, headers }: MessageHead) {
  const [, minor, status] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(startLine) ?? [];
  if (status === undefined) throw new BrokenAnswer(notHttp("its first line is no status line"));
  const lines = bytes.toString("latin1").split("\r\n").slice(1, -2);
  if (lines.length > maxHeaders) throw new BrokenAnswer("the answer has more than 1000 header lines");
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
