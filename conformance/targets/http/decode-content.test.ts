import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { rememberBody } from "./collect-body.ts";
import { decodeContent, decodeNow } from "./decode-content.ts";

const text = '[{"id":9007199254740993}]';
const plain = new TextEncoder().encode(text);

const maxBytes = 1_000_000;

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
])("the content coding %j is decoded", async (codings, bytes) => {
  expect(Buffer.from(await decodeContent(bytes, codings, maxBytes)).toString()).toBe(text);
  expect(Buffer.from(decodeNow(bytes, codings, maxBytes)).toString()).toBe(text);
});

test("an empty body stays empty in any coding, as in the answer to HEAD", async () => {
  for (const coding of ["gzip", "br", "compress"])
    expect(await decodeContent(new Uint8Array(), coding, maxBytes)).toHaveLength(0);
});

test.each([
  ["compress", plain, /content coding compress, which the kit cannot undo/],
  ["toString", plain, /content coding tostring, which the kit cannot undo/],
  ["gzip, x", plain, /content coding x, which/],
  ["gzip", plain, /not the gzip that Content-Encoding says/],
  ["gzip", gzipSync(plain).subarray(0, 20), /not the gzip that Content-Encoding says/],
  ["br", plain, /not the br that/],
  ["zstd", plain, /not the zstd that/],
  ["deflate", plain, /not the deflate that/],
])("%s over %s is refused with its name", async (codings, bytes, message) => {
  await expect(decodeContent(bytes, codings, maxBytes)).rejects.toThrow(message);
});

test("a long row of codings is refused before one is decoded", async () => {
  await expect(decodeContent(plain, "gzip,".repeat(1000), maxBytes)).rejects.toThrow("1000 content codings");
});

test("a body is decoded up to its limit", async () => {
  const bomb = gzipSync(new Uint8Array(10_000_000));
  expect(() => decodeNow(bomb, "gzip", maxBytes)).toThrow(/larger than/);
  await expect(decodeContent(bomb, "gzip", 1024 * 1024)).rejects.toThrow("the body is longer than 1 MiB");
});

const MiB = 1024 * 1024;
const zeros = new Uint8Array(32 * MiB);

test.each([
  ["br", brotliCompressSync(zeros)],
  ["br, gzip", gzipSync(brotliCompressSync(zeros))],
  ["gzip", gzipSync(zeros)],
])("a body in %s that unpacks to far more than its size is refused", async (codings, bytes) => {
  const decoding = decodeContent(bytes, codings, 160 * MiB);
  await expect(decoding).rejects.toThrow("the body unpacks to more than 16 MiB and 100 times its size");
});

test("a body that is the same as an earlier one is the same array", () => {
  const known = {};
  const first = rememberBody(new Uint8Array(MiB), known);
  expect(rememberBody(new Uint8Array(MiB), known)).toBe(first);
  const other = new Uint8Array(MiB).fill(1);
  expect(rememberBody(other, known)).toBe(other);
});
