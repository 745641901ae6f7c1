import { expect, test } from "vitest";
import { digestOf } from "./list-reader.ts";

test("the same bytes have one digest at any place in memory", () => {
  const text = '[{"id":9007199254740993}]';
  const expected = digestOf(new TextEncoder().encode(text));
  for (const offset of [0, 1, 2, 3]) {
    // As Node pools them, and as a socket hands them over.
    const bytes = Buffer.alloc(64).subarray(offset, offset + text.length);
    bytes.write(text);
    expect(digestOf(bytes)).toBe(expected);
  }
});

test.each([0, 1, 2, 3])("a different byte at offset %i makes a different digest", (offset) => {
  const at = (text: string) => {
    const bytes = Buffer.alloc(64).subarray(offset, offset + text.length);
    bytes.write(text);
    return bytes;
  };
  const text = '[{"id":17,"quantity":3}]';
  for (const length of [1, 3, 4, 5, text.length]) {
    const part = text.slice(0, length);
    for (let wrong = 0; wrong < length; wrong++) {
      const other = `${part.slice(0, wrong)}~${part.slice(wrong + 1)}`;
      expect(digestOf(at(other))).not.toBe(digestOf(at(part)));
    }
  }
  expect(digestOf(at(`${text} `))).not.toBe(digestOf(at(text)));
});
