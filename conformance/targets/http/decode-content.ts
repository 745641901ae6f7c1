/** Undoes content codings that a server applied unasked (RFC 9110, 8.4.1; RFC 8878). */

import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes),
  "x-gzip": (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
  // Some servers send raw deflate under this name, without the zlib wrapper the RFC asks for.
  deflate: (bytes) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes) : inflateRawSync(bytes)),
};

/**
 * @param codings the Content-Encoding header, in the order the codings were applied
 * @throws {Error} saying which coding could not be undone
 */
export function decodeContent(bytes: Uint8Array, codings: string | undefined): Uint8Array {
  if (codings === undefined || bytes.length === 0) return bytes;
  const names = codings.split(",").map((name) => name.trim().toLowerCase());
  return names.reduceRight((rest, name) => {
    const decode = decoders[name];
    if (!decode) throw new Error(`the body is in the content coding ${name}, which the kit cannot undo`);
    try {
      return decode(rest);
    } catch (error) {
      throw new Error(`the body is not the ${name} that Content-Encoding says (${(error as Error).message})`);
    }
  }, bytes);
}
