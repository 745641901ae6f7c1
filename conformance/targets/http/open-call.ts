/** A call without a whole answer, and what was read of that. What is no HTTP/1.1 is said to be none. */

import { type Answer, type HeaderList, headerOf } from "../../evidence/exchange.ts";
import { startDeadline } from "../deadline.ts";
import { BrokenAnswer, NoAnswer } from "../target.ts";
import { collectBody, type KnownBody, rememberBody } from "./collect-body.ts";
import { decodeContent, isCoded } from "./decode-content.ts";
import { answerFraming, type Framing, type MessageHead } from "./message-head.ts";
import { notHttp, whyNoStatus } from "./message-reader.ts";

const MiB = 1024 * 1024;
/** A list of a million orders is about 120 MB; any other answer is an Error object, or a page of a proxy. */
const maxBytes = { list: 160 * MiB, other: MiB, coded: 40 * MiB };
/** Minimum size of a large body. */
const largeBytes = 4 * MiB;
/** Resolves when no large body is being read: one is read at a time. */
let largeBodies: Promise<void> = Promise.resolve();

const maxHeaders = 1000;
/** 1xx before an answer. */
const maxInterims = 100;

export class OpenCall {
  readonly method: string;
  /** Whether it goes out before the answer to another call. */
  readonly isBehindAnother: boolean;
  /** Bytes that followed its answer. */
  tail: Buffer = Buffer.alloc(0);
  readonly #known: KnownBody;
  readonly #deadline: ReturnType<typeof startDeadline>;
  readonly #outcome = Promise.withResolvers<Answer>();
  #interims = 0;
  #head: ReturnType<typeof readHead> | undefined;
  #body = collectBody(0, 0);
  #maxBytes = 0;
  #codings: string | undefined;
  /** Resolves when no other large body is read; undefined while its own body is not large. */
  #turn: Promise<void> | undefined;
  #endTurn: () => void = () => undefined;

  /**
   * @param known bodies of earlier answers of the server
   * @param onTimeout called with the reason
   */
  constructor(
    { method, timeoutMs }: { readonly method: string; readonly timeoutMs: number },
    isBehindAnother: boolean,
    known: KnownBody,
    onTimeout: (reason: NoAnswer) => void,
  ) {
    this.method = method;
    this.isBehindAnother = isBehindAnother;
    this.#known = known;
    this.#deadline = startDeadline(timeoutMs, () => onTimeout(new NoAnswer(`timeout after ${timeoutMs} ms`)));
  }

  get answer(): Promise<Answer> {
    return this.#outcome.promise;
  }

  /** The status; undefined until the head has arrived. */
  get status(): number | undefined {
    return this.#head?.status;
  }

  /** Whether its connection can bring no other answer. */
  get isLast(): boolean {
    return this.#head?.isLast === true;
  }

  /** @throws {BrokenAnswer} */
  begin(message: MessageHead): Framing {
    const head = readHead(message);
    if (head.status < 200) {
      if (++this.#interims > maxInterims)
        throw new BrokenAnswer("more than 100 interim answers came before an answer");
      return "interim";
    }
    const framing = answerFraming(message, head.status, this.method);
    this.#head = { ...head, isLast: head.isLast || framing === "until close" };
    this.#maxBytes = this.method === "GET" && head.status === 200 ? maxBytes.list : maxBytes.other;
    this.#codings = headerOf(head, "content-encoding");
    const size = typeof framing === "number" ? framing : 0;
    this.#body = isCoded(this.#codings)
      ? collectBody(Math.min(this.#maxBytes, maxBytes.coded), size)
      : collectBody(this.#maxBytes, size, this.#known);
    return framing;
  }

  /** @returns for a body that becomes large: resolves when more may be read. @throws {BrokenAnswer} */
  push(bytes: Buffer): Promise<void> | undefined {
    this.#body.push(bytes);
    if (this.#turn || this.#body.heldBytes < largeBytes) return undefined;
    // Off the clock of the call: another large body is being read.
    this.#deadline.pause();
    return this.#takeTurn().then(() => this.#deadline.resume());
  }

  /** The answer is whole. */
  end(): void {
    this.#deadline.end();
    const whole = this.#decode().finally(() => this.#release());
    this.#outcome.resolve(whole);
  }

  fail(error: Error): void {
    this.#deadline.end();
    this.#release();
    this.#outcome.reject(error);
  }

  async #decode(): Promise<Answer> {
    const { status, headers } = this.#head!;
    // The decoded body may be large even if the coded one is small.
    const mayGrow = isCoded(this.#codings) && this.#body.size > 0 && this.#maxBytes >= largeBytes;
    if (this.#turn || mayGrow) await this.#takeTurn();
    const body = await decodeContent(this.#body.end(), this.#codings, this.#maxBytes);
    return { status, headers, body: rememberBody(body, this.#known) };
  }

  /** Releases the body: an error that is kept would keep it, too. */
  #release(): void {
    this.#body = collectBody(0, 0);
    this.#endTurn();
  }

  #takeTurn(): Promise<void> {
    if (this.#turn) return this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = largeBodies;
    this.#turn = turn;
    this.#endTurn = resolve;
    largeBodies = turn.then(() => promise);
    return turn;
  }
}

function readHead({ bytes, startLine, lines, headers }: MessageHead) {
  const [, minor, status] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(startLine) ?? [];
  if (status === undefined) throw new BrokenAnswer(whyNoStatus(startLine));
  if (lines.length > maxHeaders) throw new BrokenAnswer("the answer has more than 1000 header lines");
  const isWellFormed = lines.every((line) => /^(?:[ \t]|[!#$%&'*+.^`|~\w-]+[ \t]*:)[^\0\r\n]*$/.test(line));
  // No empty line before it, and no line feed alone.
  if (!isWellFormed || /^[\r\n]|(?<!\r)\n/.test(bytes.toString("latin1")))
    throw new BrokenAnswer(notHttp("a header line is malformed"));
  const named: HeaderList = headers.map(([name, value]) => [name.trim().toLowerCase(), value] as const);
  const connection = headerOf({ headers: named }, "connection") ?? "";
  return {
    status: Number(status),
    headers: named,
    isLast: minor === "0" || /(?:^|,)\s*close\s*(?:,|$)/i.test(connection),
  };
}
