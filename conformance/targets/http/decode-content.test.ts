import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeContent } from "./decode-content.ts";

const text = '[{"id":9007199254740993}]';
const plain = new TextEncoder().encode(text);

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
])("the content coding %j is undone", (codings, bytes) => {
  expect(new TextDecoder().decode(decodeContent(bytes, codings))).toBe(text);
});

test.each(["gzip", "br", "compress"])(
  "no bytes are no bytes in %s too, as in the answer to HEAD",
  (coding) => {
    expect(decodeContent(new Uint8Array(), coding)).toHaveLength(0);
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
])("%s over %s is refused by name", (codings, bytes, message) => {
  expect(() => decodeContent(bytes, codings)).toThrow(message);
});
