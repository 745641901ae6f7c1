/** Splits one direction of an HTTP/1.1 connection into messages, as its bytes arrive (RFC 9112). */

import { speaksHttp2, speaksNoHttp } from "../target.ts";
import { type Framing, type MessageHead, parseHead } from "./message-head.ts";

export interface MessageWatcher {
  /** Whether a message that begins here may be read; where not, it is held back until the next `push`. Default: it may. */
  mayBegin?(): boolean;
  /** @returns where the message ends */
  head(head: MessageHead): Framing;
  /** Data of a body, without the framing of chunks. */
  data(bytes: Buffer): void;
  end?(): void;
  /** Called when no further message can be read. */
  lost(why: string): void;
  /** Passes bytes on unchanged: all except heads. */
  pass?(bytes: Buffer): void;
  /** Bytes where a head should begin. @returns how many of them belong to no message */
  stray?(bytes: Buffer): number;
}

/** Waits for more bytes. */
type Reading<T = void> = Generator<undefined, T>;

const lineFeed = 0x0a;
const maxHeadBytes = 256 * 1024;
/** Maximum number of bytes of a line with a chunk size or a trailer. */
const maxLineBytes = 16_384;

export class MessageReader {
  readonly #kind: "request" | "answer";
  readonly #watcher: MessageWatcher;
  readonly #reading: Reading;
  /** Bytes that are not read yet. */
  #bytes: Buffer = Buffer.alloc(0);
  #isBlind = false;
  #isRefused = false;
  #endsWithConnection = false;

  constructor(kind: "request" | "answer", watcher: MessageWatcher) {
    this.#kind = kind;
    this.#watcher = watcher;
    this.#reading = this.#readMessages();
  }

  /** Whether nothing is read any more, and all bytes are passed on. */
  get isBlind(): boolean {
    return this.#isBlind;
  }

  /** The beginning of a message that is not whole, or may not be read. */
  get held(): Buffer | undefined {
    return this.#bytes.length > 0 ? this.#bytes : undefined;
  }

  push(piece: Buffer): void {
    if (this.#isRefused) return;
    this.#bytes = this.#bytes.length > 0 ? Buffer.concat([this.#bytes, piece]) : piece;
    if (!this.#isBlind) this.#reading.next();
    if (this.#isBlind) this.#passOn(this.#bytes.length);
  }

  /** The connection ends: a body without a length is whole. The beginning of a request that did not end is dropped. */
  finish(): void {
    if (this.#isRefused) return;
    if (this.#kind === "answer") this.#passOn(this.#bytes.length);
    if (this.#endsWithConnection && !this.#isBlind) this.#watcher.end?.();
  }

  goBlind(why = ""): void {
    if (this.#isBlind) return;
    this.#isBlind = true;
    this.#passOn(this.#bytes.length);
    this.#watcher.lost(why);
  }

  #take(size: number): Buffer {
    const taken = this.#bytes.subarray(0, size);
    this.#bytes = this.#bytes.subarray(size);
    return taken;
  }

  #passOn(size: number): Buffer {
    const taken = this.#take(size);
    if (taken.length > 0) this.#watcher.pass?.(taken);
    return taken;
  }

  *#readMessages(): Reading {
    for (;;) {
      const framing = yield* this.#readHead();
      if (framing === "interim") continue;
      if (framing === "refused") {
        this.#isRefused = true;
        return;
      }
      if (framing === "unclear") this.goBlind(notHttp("its length is said twice, or not in digits"));
      else if (framing === "chunked") yield* this.#readChunks();
      else {
        this.#endsWithConnection = framing === "until close";
        yield* this.#readData(framing === "until close" ? Number.POSITIVE_INFINITY : framing);
      }
      if (this.#isBlind) return;
      this.#watcher.end?.();
    }
  }

  *#readHead(): Reading<Framing> {
    for (;;) {
      const strayBytes =
        (this.#watcher.mayBegin?.() ?? true) ? (this.#watcher.stray?.(this.#bytes) ?? 0) : undefined;
      if (strayBytes) this.#passOn(strayBytes);
      if (this.#bytes.length > 0 && strayBytes !== undefined) {
        const size = headSize(this.#bytes);
        const why = whyNoHead(this.#kind, this.#bytes, size);
        if (why !== undefined) this.goBlind(why);
        else if (size !== undefined) return this.#watcher.head(parseHead(this.#take(size)));
      }
      yield;
    }
  }

  *#readChunks(): Reading {
    for (;;) {
      const digits = /^0*([\da-f]{1,12})[ \t]*(?:;.*)?$/i.exec(yield* this.#readLine())?.[1];
      if (digits === undefined) return this.goBlind(notHttp("a chunk has no size"));
      const size = Number.parseInt(digits, 16);
      if (size === 0) break;
      yield* this.#readData(size);
      if ((yield* this.#readLine()) !== "") return this.goBlind(notHttp("a chunk is longer than it says"));
    }
    // Trailers, up to an empty line.
    while ((yield* this.#readLine()) !== "");
  }

  *#readLine(): Reading<string> {
    for (;;) {
      const feed = this.#bytes.indexOf(lineFeed);
      if ((feed < 0 ? this.#bytes.length : feed) > maxLineBytes)
        this.goBlind(notHttp("a line of the chunked body is too long"));
      else if (feed >= 0) {
        const line = this.#passOn(feed + 1).toString("latin1");
        // Some servers end a line of chunks at a line feed alone, and some do not.
        if (this.#kind === "request" && !line.endsWith("\r\n"))
          this.goBlind("a line of chunks ends without a carriage return");
        else return line.replace(/\r?\n$/, "");
      }
      yield;
    }
  }

  *#readData(size: number): Reading {
    for (let left = size; left > 0; ) {
      if (this.#bytes.length === 0) yield;
      const piece = this.#passOn(Math.min(left, this.#bytes.length));
      if (piece.length > 0) this.#watcher.data(piece);
      left -= piece.length;
    }
  }
}

/** The reason why bytes are neither a head nor the beginning of one. @param size of the head, where it is complete */
function whyNoHead(kind: "request" | "answer", bytes: Buffer, size: number | undefined): string | undefined {
  if ((size ?? bytes.length) > maxHeadBytes) return "the head of the answer is longer than 256 KiB";
  if (size !== undefined) return undefined;
  if (kind === "request") return mayBeginRequest(bytes) ? undefined : "it is no request";
  if (mayBeginAnswer(bytes)) return undefined;
  return isHttp2(bytes) ? speaksHttp2 : whyNoStatus(bytes.toString("latin1", 0, 99));
}

/**
 * Whether an answer begins with a short frame of the types SETTINGS or GOAWAY, as a server of HTTP/2 sends it (RFC 9113, 3.4,
 * 4.1, 6.5, 6.8).
 */
const isHttp2 = (bytes: Buffer): boolean => bytes[0] === 0 && (bytes[3] === 0x04 || bytes[3] === 0x07);

/** The reason why a first line is not a status line. */
export const whyNoStatus = (startLine: string) =>
  /^\s*HTTP\//i.test(startLine) ? notHttp("its first line is not a status line") : speaksNoHttp;

export const notHttp = (why: string) => `the answer is not HTTP/1.1 (${why})`;

/** Whether bytes may begin an answer. */
export function mayBeginAnswer(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 9);
  return "HTTP/1.1 ".startsWith(start) || "HTTP/1.0 ".startsWith(start);
}

/** Whether bytes may begin a request, as a TLS greeting on a plain port may not. */
function mayBeginRequest(bytes: Buffer): boolean {
  const text = bytes.toString("latin1", 0, Math.min(bytes.length, 65_536));
  const line = /^([^\n]*)\n/.exec(text.replace(/^[\r\n]+/, ""))?.[1];
  return line === undefined ? /^[\r\n!-~]*(?: |$)/.test(text) : /^[!-~]+ .* HTTP\/\d\.\d\r?$/.test(line);
}

/** Bytes up to the empty line that ends a head. Lines may end with a line feed alone (RFC 9112, 2.2). */
function headSize(bytes: Buffer): number | undefined {
  // Empty lines before a message belong to none, and go with the one that follows.
  let start = 0;
  while (bytes[start] === 0x0d || bytes[start] === lineFeed) start++;
  const usual = bytes.indexOf("\n\r\n", start, "latin1");
  const bare = bytes.subarray(start, usual < 0 ? bytes.length : usual).indexOf("\n\n", 0, "latin1");
  if (bare >= 0) return start + bare + 2;
  return usual < 0 ? undefined : usual + 3;
}
