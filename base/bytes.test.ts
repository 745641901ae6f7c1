import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64, decodeBase64url, encodeBase64url } from "./bytes.ts";

const texts = fc.string({ unit: "grapheme", maxLength: 40 });

test("text is encoded as Node encodes it, and decoded again", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const encoded = encodeBase64url(text);
      expect(encoded).toBe(Buffer.from(text).toString("base64url"));
      expect(decodeBase64url(encoded)).toBe(text);
    }),
    { seed: 1 },
  );
});

test("bytes are decoded as Node decodes them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(decodeBase64(Buffer.from(bytes).toString("base64"))).toEqual(bytes);
    }),
    { seed: 1 },
  );
});

test.each([
  ["a letter too many", "QUJDQ"],
  ["another character", "QUJ~"],
  ["bytes that are not UTF-8", "_w"],
])("%s is refused", (_, text) => {
  expect(decodeBase64url(text)).toBeUndefined();
});
