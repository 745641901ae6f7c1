/** Decodes content codings that a server applied without request (RFC 9110, 8.4.1; RFC 8878). */

import type { gunzip } from "node:zlib";
import { BrokenAnswer } from "../target.ts";
import { tooLong } from "./collect-body.ts";

/** Content codings one on top of the other. */
const maxCodings = 3;

// Not imported, since a run starts faster without node:zlib, which few servers require.
const zlib = () => process.getBuiltinModule("node:zlib");

type Decoder = "gunzip" | "brotliDecompress" | "zstdDecompress" | "inflate" | "inflateRaw";
/**
 * Maximum ratio and minimum size: lists of orders are compressed to a thirtieth at most. A decoded body that exceeds both is
 * refused.
 */
const freeBytes = 16 * 1024 * 1024;
const maxRatio = 100;
const unpacksToTooMuch = "the body unpacks to more than 16 MiB and 100 times its size";
/** Number of bytes that are decoded at once. */
const chunkSize = 64 * 1024;

/** The codings of a Content-Encoding header, in the order they were applied; identity is none (RFC 9110, 8.4.1). */
const namesOf = (codings = ""): readonly string[] =>
  codings
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");

/** Whether a body under this Content-Encoding is in any coding. */
export const isCoded = (codings: string | undefined): boolean => namesOf(codings).length > 0;

/** @throws {BrokenAnswer} for more codings than a server needs */
function readCodings(codings: string | undefined): readonly string[] {
  const names = namesOf(codings);
  if (names.length > maxCodings)
    throw new BrokenAnswer(`the body is in ${names.length} content codings, one on top of the other`);
  return names;
}

function decoderOf(name: string, [firstByte = 0]: Uint8Array): Decoder {
  if (name === "gzip" || name === "x-gzip") return "gunzip";
  if (name === "br") return "brotliDecompress";
  if (name === "zstd") return "zstdDecompress";
  // Some servers send raw deflate under this name, without the zlib wrapper the RFC asks for.
  if (name === "deflate") return (firstByte & 0x0f) === 8 ? "inflate" : "inflateRaw";
  const shown = name.slice(0, 40);
  throw new BrokenAnswer(`the body is in the content coding ${shown}, which the kit cannot undo`);
}

/** The decoded bytes, synchronously. @throws {Error} when a coding cannot be decoded, or gives more bytes than allowed */
export function decodeNow(bytes: Uint8Array, codings: string | undefined, maxBytes: number): Uint8Array {
  if (bytes.length === 0) return bytes;
  return readCodings(codings).reduceRight(
    (rest, name) => zlib()[`${decoderOf(name, rest)}Sync`](rest, { maxOutputLength: maxBytes }),
    bytes,
  );
}

/** Decodes content in the background. @throws {BrokenAnswer} for a coding that cannot be decoded, or too long a body */
export async function decodeContent(
  bytes: Uint8Array,
  codings: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  // An empty body is valid in any coding, as in the answer to HEAD.
  const names = bytes.length === 0 ? [] : readCodings(codings).toReversed();
  if (names.length === 0) return bytes;
  // The cost of an answer grows with the bytes that the server sends.
  const limit = Math.min(maxBytes, Math.max(freeBytes, maxRatio * bytes.length));
  let body = bytes;
  // Each coding is held to the limit: what is unpacked on the way to the body takes time, too.
  for (const name of names) {
    body = await undoCoding(name, body, limit).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof BrokenAnswer) throw error;
      if (error.code !== "ERR_BUFFER_TOO_LARGE")
        throw new BrokenAnswer(`the body is not the ${name} that Content-Encoding says (${error.message})`);
      throw limit === maxBytes ? tooLong(maxBytes) : new BrokenAnswer(unpacksToTooMuch);
    });
  }
  return body;
}

function undoCoding(name: string, bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const undo = zlib()[decoderOf(name, bytes)] as typeof gunzip;
    undo(bytes, { maxOutputLength, chunkSize }, (error, body) =>
      error ? reject(error) : resolve(new Uint8Array(body.buffer, body.byteOffset, body.length)),
    );
  });
}
