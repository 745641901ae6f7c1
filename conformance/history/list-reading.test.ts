import { expect, test } from "vitest";
import { digestOf } from "./list-reading.ts";

test("the same bytes have one digest, wherever they stand in memory", () => {
  const text = '[{"id":9007199254740993}]';
  const expected = digestOf(new TextEncoder().encode(text));
  for (const offset of [0, 1, 2, 3]) {
    // As Node pools them, and as a socket hands them over.
    const bytes = Buffer.alloc(64).subarray(offset, offset + text.length);
    bytes.write(text);
    expect(digestOf(bytes)).toBe(expected);
  }
  expect(digestOf(new TextEncoder().encode(text.replace("3}", "4}")))).not.toBe(expected);
});
