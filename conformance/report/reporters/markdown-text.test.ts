import { expect, test } from "vitest";
import { hostileText } from "../../testing/sample-reports.ts";
import { codeSpan, escapeMarkdown, fence } from "./markdown-text.ts";

test("a code fence is longer than any row of backticks in it, and keeps the lines", () => {
  const lines = hostileText.split("\r\n");
  const written = fence("text", lines).split("\n");
  expect(written).toHaveLength(lines.length + 2);
  expect([written[0], written.at(-1)]).toEqual(["`````text", "`````"]);
  expect(fence("sh", ["ls"])).toBe("```sh\nls\n```");
});

/** What a browser shows of a reference. */
const shown = (markdown: string) =>
  markdown.replace(/<!-- -->/g, "").replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));

test.each([["a|b"], ["`"], ["\\|"], [" padded "], [""], ["@a/b#1 https://x www.x.y :x: <b>"]])(
  "text is shown unchanged: %j",
  (text) => {
    expect(shown(escapeMarkdown(text))).toBe(text);
    expect(codeSpan(text)).not.toMatch(/\|/);
    expect(shown(codeSpan(text)).replace(/^(?:`|<code>)|(?:`|<\/code>)$/g, "")).toBe(text);
  },
);
