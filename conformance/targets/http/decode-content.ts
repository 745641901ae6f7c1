/** Undoes content codings that a server applied unasked (RFC 9110, 8.4.1; RFC 8878). */

import { promisify } from "node:util";
import { BrokenAnswer } from "../target.ts";

/** Content codings one on top of the other. */
const mostCodings = 3;

// Not imported: a run starts sooner without node:zlib, which few servers make it need.
const zlib = () => process.getBuiltinModule("node:zlib");

type Decoder = "gunzip" | "brotliDecompress" | "zstdDecompress" | "inflate" | "inflateRaw";

/**
 * @param codings the Content-Encoding header, in the order the codings were applied
 * @throws {BrokenAnswer} for more codings than anybody has a use for
 */
export function readCodings(codings: string | undefined): readonly string[] {
  const names = (codings ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > mostCodings)
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

/** The decoded bytes, at once. @throws {Error} when a coding cannot be undone, or gives more than so many bytes */
export function decodeNow(bytes: Uint8Array, codings: string | undefined, most: number): Uint8Array {
  if (bytes.length === 0) return bytes;
  return readCodings(codings).reduceRight(
    (rest, name) => zlib()[`${decoderOf(name, rest)}Sync`](rest, { maxOutputLength: most }),
    bytes,
  );
}

/** The same beside other work. @throws {BrokenAnswer} saying which coding could not be undone */
export async function decodeContent(
  bytes: Uint8Array,
  codings: string | undefined,
  most: number,
): Promise<Uint8Array> {
  let decoded = bytes;
  // No bytes at all are in any coding, as in the answer to HEAD.
  for (const name of bytes.length === 0 ? [] : readCodings(codings).toReversed()) {
    const decode = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(
      zlib()[decoderOf(name, decoded)],
    );
    decoded = await decode(decoded, { maxOutputLength: most }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_BUFFER_TOO_LARGE") throw tooLong(most);
      throw new BrokenAnswer(`the body is not the ${name} that Content-Encoding says (${error.message})`);
    });
  }
  return decoded;
}

export function tooLong(most: number): BrokenAnswer {
  return new BrokenAnswer(`the body is longer than ${most / 1024 / 1024} MiB`);
}
