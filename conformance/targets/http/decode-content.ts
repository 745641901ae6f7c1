/** Undoes content codings that a server applied unasked (RFC 9110, 8.4.1; RFC 8878). */

import { BrokenAnswer } from "../target.ts";
import { collectBody, type KnownBody, tooLong } from "./collect-body.ts";

/** Content codings one on top of the other. */
const maxCodings = 3;

// Not imported: a run starts sooner without node:zlib, which few servers make it need.
const zlib = () => process.getBuiltinModule("node:zlib");

const decoders = {
  gunzip: "createGunzip",
  brotliDecompress: "createBrotliDecompress",
  zstdDecompress: "createZstdDecompress",
  inflate: "createInflate",
  inflateRaw: "createInflateRaw",
} as const;
type Decoder = keyof typeof decoders;
/** Lists of orders shrink to a thirtieth, not further. A body that unpacks to more than both is refused. */
const freeBytes = 16 * 1024 * 1024;
const maxRatio = 100;
const unpacksToTooMuch = "the body unpacks to more than 16 MiB and 100 times its size";
/** Number of bytes that are decoded at once. */
const pieceBytes = 64 * 1024;

/** The codings of a Content-Encoding header, in the order they were applied; identity is none (RFC 9110, 8.4.1). */
const namesOf = (codings = ""): readonly string[] =>
  codings
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");

/** Whether a body under this Content-Encoding is in any coding. */
export const isCoded = (codings: string | undefined): boolean => namesOf(codings).length > 0;

/** @throws {BrokenAnswer} for more codings than a server has a use for */
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

/** The decoded bytes, at once. @throws {Error} when a coding cannot be undone, or gives more bytes than allowed */
export function decodeNow(bytes: Uint8Array, codings: string | undefined, most: number): Uint8Array {
  if (bytes.length === 0) return bytes;
  return readCodings(codings).reduceRight(
    (rest, name) => zlib()[`${decoderOf(name, rest)}Sync`](rest, { maxOutputLength: most }),
    bytes,
  );
}

/** The same beside other work, in pieces. @throws {BrokenAnswer} saying which coding could not be undone, or what is too long */
export async function decodeContent(
  bytes: Uint8Array,
  codings: string | undefined,
  most: number,
  known?: KnownBody,
): Promise<Uint8Array> {
  // An empty body is valid in any coding, as in the answer to HEAD.
  const names = bytes.length === 0 ? [] : readCodings(codings).toReversed();
  if (names.length === 0) return bytes;
  const body = collectBody(most, 0, known);
  let pieces: AsyncIterable<Uint8Array> = onePiece(bytes);
  // The cost of an answer grows with the bytes that the server sends.
  const maxUnpacked = Math.max(freeBytes, maxRatio * bytes.length);
  const limit = Math.min(most, maxUnpacked);
  const refuse = () => (limit === most ? tooLong(most) : new BrokenAnswer(unpacksToTooMuch));
  for (const name of names) pieces = undoCoding(name, pieces, limit, refuse);
  for await (const piece of pieces) body.push(piece);
  return body.end();
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const streams = () => process.getBuiltinModule("node:stream");

/** Each coding is held to the limit: what is unpacked on the way to the body takes time, too. */
async function* undoCoding(
  name: string,
  source: AsyncIterable<Uint8Array>,
  most: number,
  refuse: () => BrokenAnswer,
): AsyncGenerator<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  const first: Uint8Array = (await pieces.next()).value ?? new Uint8Array();
  const rest = { [Symbol.asyncIterator]: () => pieces };
  const decoder = zlib()[decoders[decoderOf(name, first)]]({ chunkSize: pieceBytes });
  streams().pipeline(
    async function* () {
      yield first;
      yield* rest;
    },
    decoder,
    () => undefined,
  );
  let size = 0;
  try {
    for await (const piece of decoder as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > most) throw refuse();
      yield piece;
    }
  } catch (error) {
    if (error instanceof BrokenAnswer) throw error;
    const why = (error as Error).message;
    throw new BrokenAnswer(`the body is not the ${name} that Content-Encoding says (${why})`);
  }
}
