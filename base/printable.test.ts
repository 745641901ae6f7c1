import { expect, test } from "vitest";
import { printable, safeJson, safeText } from "./printable.ts";

test("a control character becomes harmless and stays visible", () => {
  expect(printable("\u001B[2J\u0007a\tb\u007F\u009B\u202Ec\u2028")).toBe("␛[2J␇a  b␡\uFFFD\uFFFDc\uFFFD");
});

test("JSON keeps its meaning", () => {
  const value = { "##[b]": "##vso[a]\n###x[ \u0000\u007f\u0085\u202e\u2028 \\##[" };
  const text = safeJson(JSON.stringify(value, null, 2));
  expect(text).not.toMatch(/##\w*\[|[\u007f-\u009f\u202e\u2028]/);
  expect(JSON.parse(text)).toEqual(value);
});

test("ordinary text keeps its form", () => {
  const text = "# heading ## [link](a) a::b\n\n  indented ✔ é 🛒\n";
  expect(safeText(text)).toBe(text);
});
