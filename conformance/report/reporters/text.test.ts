import { expect, test } from "vitest";
import { cutLines, hang, wrapWords } from "./text.ts";

test("prose is broken at spaces, and a long word anywhere", () => {
  expect(wrapWords("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapWords("a abcdefghij b", 4)).toEqual(["a", "abcd", "efgh", "ij b"]);
  expect(wrapWords("  ", 4)).toEqual([]);
  expect(wrapWords("ab", 0)).toEqual(["a", "b"]);
});

test("a character outside the basic plane is not split", () => {
  expect(wrapWords("😀😀😀", 2)).toEqual(["😀😀", "😀"]);
});

test("verbatim text keeps its line breaks and ends after the given number of lines", () => {
  expect(cutLines("{\r\n  1\n\n}\n\n", 10, 4)).toEqual({ lines: ["{", "  1", "", "}"], whole: true });
  expect(cutLines("abcdef", 4, 2)).toEqual({ lines: ["abcd", "ef"], whole: true });
  expect(cutLines("abcdef", 2, 2)).toEqual({ lines: ["ab", "cd"], whole: false });
  expect(cutLines("a".repeat(1e7), 4, 2)).toEqual({ lines: ["aaaa", "aaaa"], whole: false });
  expect(cutLines("", 4, 2)).toEqual({ lines: [], whole: true });
});

test("further lines are indented under the first", () => {
  expect(hang("a  ", ["b", "c"])).toEqual(["a  b", "   c"]);
  expect(hang("a  ", [])).toEqual(["a"]);
});
