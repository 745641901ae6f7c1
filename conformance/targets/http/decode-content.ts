/** Undoes content codings that a server applied unasked (RFC 9110, 8.4.1; RFC 8878), piece by piece. */

import { type Duplex, pipeline, Readable } from "node:stream";
import { BrokenAnswer } from "../target.ts";
import { mostCodings } from "./body-limits.ts";

// Not imported: a run starts sooner without node:zlib, which few servers make it need.
const zlib = () => process.getBuiltinModule("node:zlib");

interface Decoder {
  stream(firstByte: number): Duplex;
  whole(bytes: Uint8Array, limit: { maxOutputLength: number }): Uint8Array;
}

const gzip: Decoder = {
  stream: () => zlib().createGunzip(),
  whole: (bytes, limit) => zlib().gunzipSync(bytes, limit),
};
// Some servers send raw deflate under this name, without the zlib wrapper the RFC asks for.
const isWrapped = (firstByte = 0) => (firstByte & 0x0f) === 8;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip,
  "x-gzip": gzip,
  br: {
    stream: () => zlib().createBrotliDecompress(),
    whole: (bytes, limit) => zlib().brotliDecompressSync(bytes, limit),
  },
  zstd: {
    stream: () => zlib().createZstdDecompress(),
    whole: (bytes, limit) => zlib().zstdDecompressSync(bytes, limit),
  },
  deflate: {
    stream: (first) => (isWrapped(first) ? zlib().createInflate() : zlib().createInflateRaw()),
    whole: (bytes, limit) =>
      isWrapped(bytes[0]) ? zlib().inflateSync(bytes, limit) : zlib().inflateRawSync(bytes, limit),
  },
};

/** @throws {BrokenAnswer} for more codings than anybody has a use for */
function readCodings(codings: string | undefined): readonly string[] {
  const names = (codings ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > mostCodings)
    throw new BrokenAnswer(`the body is in ${names.length} content codings, one on top of the other`);
  return names;
}

function decoderOf(name: string): Decoder {
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!decoder)
    throw new BrokenAnswer(
      `the body is in the content coding ${name.slice(0, 40)}, which the kit cannot undo`,
    );
  return decoder;
}

/**
 * The decoded bytes of a body that is there as a whole.
 * @throws {Error} when a coding cannot be undone, or gives more than so many bytes
 */
export function decodeWhole(bytes: Uint8Array, codings: string | undefined, most: number): Uint8Array {
  if (bytes.length === 0) return bytes;
  return readCodings(codings).reduceRight(
    (rest, name) => decoderOf(name).whole(rest, { maxOutputLength: most }),
    bytes,
  );
}

/**
 * The same, a piece at a time: other work goes on meanwhile.
 * @throws {Error} when a coding cannot be undone, or gives more than so many bytes
 */
export async function decodeInPieces(bytes: Uint8Array, codings: string, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of decodeContent(Readable.from([bytes]), codings)) {
    size += piece.length;
    if (size > most) throw new BrokenAnswer(`the body decodes to more than ${most} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * The decoded bytes. Whoever reads them decides when it is enough: nothing is decoded ahead.
 * @param codings the Content-Encoding header, in the order the codings were applied
 * @throws {BrokenAnswer} saying which coding could not be undone
 */
export function decodeContent(
  pieces: AsyncIterable<Uint8Array>,
  codings: string | undefined,
): AsyncIterable<Uint8Array> {
  return readCodings(codings).reduceRight(decodeOne, pieces);
}

async function* decodeOne(pieces: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  let first = await iterator.next();
  while (!first.done && first.value.length === 0) first = await iterator.next();
  // No bytes at all are in any coding, as in the answer to HEAD.
  if (first.done) return;
  const { value } = first;
  const decoder = decoderOf(name).stream(value[0] ?? 0);
  let sourceFailure: unknown;
  const source = Readable.from(
    (async function* () {
      try {
        yield value;
        for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
      } catch (error) {
        sourceFailure = error;
        throw error;
      } finally {
        await iterator.return?.();
      }
    })(),
    { objectMode: false },
  );
  // Its end is heard of below, in the pieces that come out.
  pipeline(source, decoder, () => undefined);
  try {
    yield* decoder as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (sourceFailure !== undefined) throw sourceFailure;
    const why = (error as Error).message;
    throw new BrokenAnswer(`the body is not the ${name} that Content-Encoding says (${why})`);
  }
}
