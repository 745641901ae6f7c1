/** Finds the data, the trailers and the end of a chunked body (RFC 9112, 7.1), in whatever pieces it comes. */

import type { HeaderList } from "../../evidence/exchange.ts";
import { parseHeaderLines } from "./message-head.ts";

export interface ChunkedReader {
  /**
   * Reads on from a place in a piece.
   * @returns the place after the body's last byte, or undefined when more is to come
   * @throws {Error} for bytes that are no chunked body
   */
  read(piece: Buffer, from: number): number | undefined;
  readonly trailers: HeaderList;
}

const lineFeed = 0x0a;
/** A longer line is no chunk size and no trailer. */
const mostLineBytes = 16_384;
const mostTrailers = 1000;

export function createChunkedReader(onData: (data: Buffer) => void): ChunkedReader {
  let state: "size" | "data" | "after data" | "trailers" = "size";
  let left = 0;
  let line = "";
  const trailerLines: string[] = [];

  /** The end of the line that was begun, or undefined while it lacks one. */
  const readLine = (piece: Buffer, from: number): number | undefined => {
    const end = piece.indexOf(lineFeed, from);
    line += piece.toString("latin1", from, end < 0 ? piece.length : end);
    if (line.length > mostLineBytes) throw new Error("a line of the chunked body is too long");
    return end < 0 ? undefined : end + 1;
  };
  const takeLine = () => {
    const taken = line.endsWith("\r") ? line.slice(0, -1) : line;
    line = "";
    return taken;
  };

  return {
    get trailers() {
      return parseHeaderLines(trailerLines);
    },
    read(piece, from) {
      let at = from;
      while (at < piece.length) {
        if (state === "data") {
          const end = Math.min(piece.length, at + left);
          onData(piece.subarray(at, end));
          left -= end - at;
          at = end;
          if (left === 0) state = "after data";
          continue;
        }
        const next = readLine(piece, at);
        if (next === undefined) return undefined;
        at = next;
        const text = takeLine();
        if (state === "after data") {
          if (text !== "") throw new Error("a chunk is longer than it says");
          state = "size";
        } else if (state === "size") {
          left = chunkSize(text);
          state = left === 0 ? "trailers" : "data";
        } else if (text === "") {
          return at;
        } else if (trailerLines.push(text) > mostTrailers) {
          throw new Error("the chunked body has too many trailers");
        }
      }
      return undefined;
    },
  };
}

function chunkSize(line: string): number {
  const digits = /^0*([\da-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line)?.[1];
  if (digits === undefined) throw new Error("a chunk has no size");
  return Number.parseInt(digits, 16);
}
