import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteWord } from "./curl.ts";

test("plain words stay as they are, others are quoted", () => {
  expect(quoteWord("http://127.0.0.1:4010/v1/store/orders")).toBe("http://127.0.0.1:4010/v1/store/orders");
  expect(quoteWord("it's")).toBe("'it'\\''s'");
  expect(quoteWord("")).toBe("''");
});

test("a shell reads back what was written, line breaks and commands included", () => {
  const texts = fc.sample(fc.string({ unit: "grapheme" }), 200).map((text) => text.replaceAll("\0", ""));
  const words = ["$(id)", "`id`", "a&b;c|d", "a\nb", "\\", "~", "#", "!x", "*", ...texts];
  const script = `for word in ${words.map(quoteWord).join(" ")}; do printf '%s\\0' "$word"; done`;
  expect(execFileSync("sh", ["-c", script]).toString().split("\0").slice(0, -1)).toEqual(words);
});
