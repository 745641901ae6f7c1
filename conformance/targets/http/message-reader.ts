/** Cuts one direction of an HTTP/1.1 connection into messages, as its bytes come (RFC 9112). */

import type { HeaderList } from "../../evidence/exchange.ts";
import { type Framing, type MessageHead, parseHead, parseHeaderLines } from "./message-head.ts";

export interface MessageWatcher {
  /** Whether a message that begins here may be read. Where not, it is held back until the next `push`. */
  mayBegin(): boolean;
  /** @returns where the message ends */
  head(head: MessageHead): Framing;
  /** Data of a body, without the framing of chunks. */
  data(bytes: Buffer): void;
  end(trailers: HeaderList): void;
  /** From here on nothing is read. */
  lost(why: string): void;
  /** Bytes to send on as they are: all but heads. */
  pass?(bytes: Buffer): void;
  /** Bytes where a head should begin. @returns how many of them belong to no message */
  stray?(bytes: Buffer): number;
}

export interface MessageReader {
  push(bytes: Buffer): void;
  /** The connection ends: what was held back goes out, and a body without a length is whole. */
  finish(): void;
  goBlind(why?: string): void;
  readonly isBlind: boolean;
  /** The beginning of a message that is not whole, or may not be read. */
  readonly held: Buffer | undefined;
}

const lineFeed = 0x0a;
const mostHeadBytes = 256 * 1024;
/** A longer line is no chunk size and no trailer. */
const mostLineBytes = 16_384;
const mostTrailers = 1000;

export function createMessageReader(kind: "request" | "answer", watcher: MessageWatcher): MessageReader {
  let state: "head" | "length" | "size" | "data" | "after data" | "trailers" | "until close" | "blind" =
    "head";
  let held: Buffer | undefined;
  /** Bytes of the body or of the chunk that are still to come. */
  let left = 0;
  let trailers: string[] = [];

  const goBlind = (why = "") => {
    if (state === "blind") return;
    state = "blind";
    if (held) watcher.pass?.(held);
    held = undefined;
    watcher.lost(why);
  };
  const end = (lines: readonly string[] = []) => {
    state = "head";
    watcher.end(parseHeaderLines(lines));
  };

  const hold = (rest: Buffer): undefined => {
    held = rest;
  };

  /** @returns the place after what was read, or undefined where the rest is held back */
  const readHead = (bytes: Buffer, at: number): number | undefined => {
    const rest = bytes.subarray(at);
    if (!watcher.mayBegin()) return hold(rest);
    const strayBytes = watcher.stray?.(rest) ?? 0;
    if (strayBytes > 0) {
      watcher.pass?.(rest.subarray(0, strayBytes));
      return at + strayBytes;
    }
    const size = headSize(rest);
    if ((size ?? rest.length) > mostHeadBytes) goBlind("the head of the answer is longer than 256 KiB");
    else if (size !== undefined) {
      begin(watcher.head(parseHead(rest.subarray(0, size))));
      return at + size;
    } else if (isNoHead(kind, rest)) goBlind(notHttp("its first line is no status line"));
    else return hold(rest);
    return at;
  };

  const begin = (framing: Framing) => {
    if (framing.kind === "unclear") goBlind(notHttp("its length is said twice, or not in digits"));
    else if (framing.kind === "chunked") state = "size";
    else if (framing.kind === "until close") state = "until close";
    else if (framing.kind === "length") {
      left = framing.bytes;
      if (left === 0) end();
      else state = "length";
    }
  };

  const readData = (bytes: Buffer, at: number): number => {
    const isCounted = state === "length" || state === "data";
    const piece = bytes.subarray(at, isCounted ? at + left : undefined);
    watcher.pass?.(piece);
    if (state !== "blind") watcher.data(piece);
    if (isCounted) left -= piece.length;
    if (isCounted && left === 0) {
      if (state === "length") end();
      else state = "after data";
    }
    return at + piece.length;
  };

  const readLine = (bytes: Buffer, at: number): number | undefined => {
    const feed = bytes.indexOf(lineFeed, at);
    const end = feed < 0 ? bytes.length : feed;
    if (end - at > mostLineBytes) {
      goBlind(notHttp("a line of the chunked body is too long"));
      return at;
    }
    if (feed < 0) return hold(bytes.subarray(at));
    watcher.pass?.(bytes.subarray(at, feed + 1));
    takeLine(bytes.toString("latin1", at, feed).replace(/\r$/, ""));
    return feed + 1;
  };

  const takeLine = (line: string) => {
    if (state === "after data") {
      if (line !== "") return goBlind(notHttp("a chunk is longer than it says"));
      state = "size";
    } else if (state === "size") {
      const digits = /^0*([\da-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line)?.[1];
      if (digits === undefined) return goBlind(notHttp("a chunk has no size"));
      left = Number.parseInt(digits, 16);
      trailers = [];
      state = left === 0 ? "trailers" : "data";
    } else if (line === "") end(trailers);
    else if (trailers.push(line) > mostTrailers) goBlind(notHttp("the chunked body has too many trailers"));
  };

  return {
    get isBlind() {
      return state === "blind";
    },
    get held() {
      return held;
    },
    push(piece) {
      const bytes = held ? Buffer.concat([held, piece]) : piece;
      held = undefined;
      for (let at: number | undefined = 0; at !== undefined && at < bytes.length; ) {
        if (state === "head") at = readHead(bytes, at);
        else if (state === "size" || state === "after data" || state === "trailers") at = readLine(bytes, at);
        else at = readData(bytes, at);
      }
    },
    finish() {
      if (held) watcher.pass?.(held);
      held = undefined;
      if (state === "until close") end();
    },
    goBlind,
  };
}

export const notHttp = (why: string) => `the answer is not HTTP/1.1 (${why})`;

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

/** Whether what is held back is no head at all, as far as one can tell: a TLS greeting on a plain port. */
function isNoHead(kind: "request" | "answer", bytes: Buffer): boolean {
  const text = bytes.toString("latin1", 0, Math.min(bytes.length, 65_536));
  const start = text.slice(0, 9);
  if (kind === "answer") return !"HTTP/1.1 ".startsWith(start) && !"HTTP/1.0 ".startsWith(start);
  const line = /^([^\n]*)\n/.exec(text.replace(/^[\r\n]+/, ""))?.[1];
  return line === undefined ? !/^[\r\n!-~]*(?: |$)/.test(text) : !/^[!-~]+ .* HTTP\/\d\.\d\r?$/.test(line);
}
