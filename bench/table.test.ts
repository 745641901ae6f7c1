import { expect, test } from "vitest";
import { formatMs, formatNumber, formatRatio } from "./numbers.ts";
import { formatMarkdownTable, formatTextTable } from "./table.ts";

const table = {
  columns: ["", "lists/s", "p99"],
  rows: [
    ["the limit", "20,000", "1 ms"],
    ["a|b", "9", "120 ms"],
  ],
};

test("a text table sets names left and numbers right, without trailing spaces", () => {
  expect(formatTextTable(table).split("\n")).toEqual([
    "           lists/s     p99",
    "---------  -------  ------",
    "the limit   20,000    1 ms",
    "a|b              9  120 ms",
  ]);
});

test("a Markdown table escapes the bar", () => {
  expect(formatMarkdownTable(table).split("\n")).toEqual([
    "|  | lists/s | p99 |",
    "| --- | --: | --: |",
    "| the limit | 20,000 | 1 ms |",
    "| a\\|b | 9 | 120 ms |",
  ]);
});

test("numbers keep three digits, and a time gets the unit that fits", () => {
  expect([0, 0.98765, 61.34, 123.4, 17_397.2].map(formatNumber)).toEqual([
    "0",
    "0.988",
    "61.3",
    "123",
    "17,397",
  ]);
  expect([0.00088, 0.5, 153.2, 1120].map(formatMs)).toEqual(["0.88 µs", "0.5 ms", "153 ms", "1.12 s"]);
  expect(formatRatio({ median: 2, min: 0.5, max: 31.4 })).toBe("2.00× (0.50–31)");
});
