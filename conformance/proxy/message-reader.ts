/**
 * Cuts one direction of an HTTP/1.1 connection into messages, as its bytes pass. What it cannot follow
 * it lets through without a word: a proxy that only watches must break nothing.
 */

import type { HeaderList } from "../evidence/exchange.ts";
import { type ChunkedReader, createChunkedReader } from "../targets/http/chunked-reader.ts";
import { type Framing, type MessageHead, parseHead } from "../targets/http/message-head.ts";

export interface MessageWatcher {
  /** Whether a message that begins here may be read. Where not, it is held back until the next `push`. */
  mayBegin?(): boolean;
  /** A head, which the watcher sends on itself; the answer says where the message ends. `blind`: read no further. */
  head(head: MessageHead): Framing | "blind" | "interim";
  /** Bytes to send on as they are. */
  pass(bytes: Buffer): void;
  /** Data of a body, the chunks' framing taken off. */
  data(bytes: Buffer): void;
  end(trailers: HeaderList): void;
  /** Bytes where a message should begin that begin none; how many of them are to be passed over. */
  stray(bytes: Buffer): number;
  /** From here on nothing is followed. */
  lost(): void;
}

export interface MessageReader {
  push(bytes: Buffer): void;
  /** The connection ends: what was held back goes out, and a body without a length is whole. */
  finish(): void;
  goBlind(): void;
  readonly isBlind: boolean;
}

/** No server of this world takes longer heads; one that does gets them unread. */
const mostHeadBytes = 256 * 1024;

export function createMessageReader(watcher: MessageWatcher): MessageReader {
  let state: "head" | "length" | "chunked" | "until close" | "blind" = "head";
  let held: Buffer | undefined;
  let left = 0;
  let chunked: ChunkedReader | undefined;

  const goBlind = () => {
    if (state === "blind") return;
    state = "blind";
    if (held) watcher.pass(held);
    held = undefined;
    watcher.lost();
  };
  const end = (trailers: HeaderList) => {
    state = "head";
    chunked = undefined;
    watcher.end(trailers);
  };

  /** One head from there on. @returns the place after it, or undefined while it is not whole */
  const readHead = (bytes: Buffer, at: number): number | undefined => {
    if (watcher.mayBegin?.() === false) {
      held = bytes.subarray(at);
      return undefined;
    }
    const strayBytes = watcher.stray(bytes.subarray(at));
    if (strayBytes > 0) {
      watcher.pass(bytes.subarray(at, at + strayBytes));
      return at + strayBytes;
    }
    const after = headEnd(bytes, at);
    if (after === undefined) {
      if (bytes.length - at > mostHeadBytes || isNoHead(bytes.subarray(at))) {
        goBlind();
        return at;
      }
      held = bytes.subarray(at);
      return undefined;
    }
    const framing = watcher.head(parseHead(bytes.subarray(at, after)));
    if (framing === "interim") return after;
    if (framing === "blind" || framing.kind === "unclear") goBlind();
    else if (framing.kind === "chunked") {
      state = "chunked";
      chunked = createChunkedReader(watcher.data);
    } else if (framing.kind === "until close") state = "until close";
    else if (framing.bytes === 0) end([]);
    else {
      state = "length";
      left = framing.bytes;
    }
    return after;
  };

  const readChunks = (bytes: Buffer, at: number): number => {
    let after: number | undefined;
    try {
      after = chunked!.read(bytes, at);
    } catch {
      goBlind();
      return at;
    }
    const next = after ?? bytes.length;
    watcher.pass(bytes.subarray(at, next));
    if (after !== undefined) end(chunked!.trailers);
    return next;
  };

  const readBody = (bytes: Buffer, at: number): number => {
    const after = state === "length" ? Math.min(bytes.length, at + left) : bytes.length;
    const piece = bytes.subarray(at, after);
    watcher.pass(piece);
    if (state === "blind") return after;
    watcher.data(piece);
    if (state === "length") {
      left -= piece.length;
      if (left === 0) end([]);
    }
    return after;
  };

  return {
    get isBlind() {
      return state === "blind";
    },
    push(piece) {
      const bytes = held ? Buffer.concat([held, piece]) : piece;
      held = undefined;
      let at = 0;
      while (at < bytes.length) {
        if (state === "head") {
          const next = readHead(bytes, at);
          if (next === undefined) return;
          at = next;
        } else at = state === "chunked" ? readChunks(bytes, at) : readBody(bytes, at);
      }
    },
    finish() {
      if (held) watcher.pass(held);
      held = undefined;
      if (state === "until close") end([]);
    },
    goBlind,
  };
}

/** The place after the empty line that ends a head. Lines may end with a line feed alone (RFC 9112, 2.2). */
function headEnd(bytes: Buffer, from: number): number | undefined {
  // Empty lines before a message belong to none, and go with the one that follows.
  let start = from;
  while (bytes[start] === 0x0d || bytes[start] === 0x0a) start++;
  const usual = bytes.indexOf("\n\r\n", start, "latin1");
  const bare = bytes.subarray(start, usual < 0 ? bytes.length : usual).indexOf("\n\n", 0, "latin1");
  if (bare >= 0) return start + bare + 2;
  return usual < 0 ? undefined : usual + 3;
}

/** Whether what is held back is no head at all, as far as one can tell: a TLS greeting on a plain port. */
function isNoHead(bytes: Buffer): boolean {
  const text = bytes.toString("latin1", 0, Math.min(bytes.length, 65_536)).replace(/^[\r\n]+/, "");
  const line = /^([^\n]*)\n/.exec(text)?.[1];
  if (line === undefined) return !/^[!-~]*(?: |$)/.test(text);
  return !/^HTTP\/\d\.\d \d{3}|^[!-~]+ .* HTTP\/\d\.\d\r?$/.test(line);
}
