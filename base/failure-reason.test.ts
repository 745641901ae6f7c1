import { expect, test } from "vitest";
import { readFailureReason } from "./failure-reason.ts";

test.each<[string, string, string, readonly string[]]>([
  ["nothing", "\n \n", "", []],
  ["one line", "  no database\n", " (no database)", []],
  ["several lines", "one\r\n\n  two\n", "", ["one", "  two"]],
  ["a long line", "x".repeat(600), "", ["x".repeat(500)]],
  [
    "thirty lines",
    Array.from({ length: 30 }, (_, index) => index).join("\n"),
    "",
    Array.from({ length: 20 }, (_, index) => String(index + 10)),
  ],
])("a reason of %s", (_name, text, inline, details) => {
  expect(readFailureReason(text)).toEqual({ inline, details });
});
