import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeContent, decodeWhole } from "./decode-content.ts";

const text = '[{"id":9007199254740993}]';
const plain = new TextEncoder().encode(text);

/** Byte by byte, as a network may bring it. */
async function decode(bytes: Uint8Array, codings: string | undefined): Promise<Buffer> {
  const pieces = (async function* () {
    for (const byte of bytes) yield Uint8Array.of(byte);
  })();
  const decoded: Uint8Array[] = [];
  for await (const piece of decodeContent(pieces, codings)) decoded.push(piece);
  return Buffer.concat(decoded);
}

test.each<[string | undefined, Uint8Array]>([
  [undefined, plain],
  ["identity", plain],
  ["gzip", gzipSync(plain)],
  [" GZip ", gzipSync(plain)],
  ["x-gzip", gzipSync(plain)],
  ["br", brotliCompressSync(plain)],
  ["zstd", zstdCompressSync(plain)],
  ["deflate", deflateSync(plain)],
  ["deflate", deflateRawSync(plain)],
  ["gzip, identity", gzipSync(plain)],
  ["br,gzip", gzipSync(brotliCompressSync(plain))],
  ["gzip", Buffer.concat([gzipSync(plain.subarray(0, 5)), gzipSync(plain.subarray(5))])],
])("the content coding %j is undone", async (codings, bytes) => {
  expect((await decode(bytes, codings)).toString()).toBe(text);
  expect(Buffer.from(decodeWhole(bytes, codings, 1000)).toString()).toBe(text);
});

test.each(["gzip", "br", "compress"])(
  "no bytes are no bytes in %s too, as in the answer to HEAD",
  async (coding) => {
    expect(await decode(new Uint8Array(), coding)).toHaveLength(0);
  },
);

test.each([
  ["compress", plain, /content coding compress, which the kit cannot undo/],
  ["toString", plain, /content coding tostring, which the kit cannot undo/],
  ["gzip, x", plain, /content coding x, which/],
  ["gzip", plain, /not the gzip that Content-Encoding says/],
  ["gzip", gzipSync(plain).subarray(0, 20), /not the gzip that Content-Encoding says/],
  ["br", plain, /not the br that/],
  ["zstd", plain, /not the zstd that/],
  ["deflate", plain, /not the deflate that/],
])("%s over %s is refused by name", async (codings, bytes, message) => {
  await expect(decode(bytes, codings)).rejects.toThrow(message);
});

test("codings without end are refused before any is undone", () => {
  expect(() => decodeContent((async function* () {})(), "gzip,".repeat(1000))).toThrow(
    "1000 content codings",
  );
});

test("a whole body gives no more than it may", () => {
  const bomb = gzipSync(new Uint8Array(10_000_000));
  expect(() => decodeWhole(bomb, "gzip", 1_000_000)).toThrow(/larger than/);
});
