import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock } from "../testing/call-mock.ts";

/** The arguments of curl as a shell reads them, one list for each line. */
function runInShell(script: string): readonly string[][] {
  const printArguments = `curl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n`;
  const env = { STORE_ORDERS_API_KEY: "the key's own $text" };
  const output = execFileSync("/bin/sh", ["-c", printArguments + script], { env, encoding: "utf8" });
  return output
    .split("\n\0")
    .slice(0, -1)
    .map((line) => line.split("\0").slice(0, -1));
}

const onUnix = test.skipIf(process.platform === "win32");

const record = (calls: readonly string[], options: MockOptions = {}) => {
  const mock = createMock({ fixtures: "magic", ...options });
  for (const call of calls) callMock(mock, call, { headers: { host: "127.0.0.1:4010" } });
  return mock;
};

test("each request is one readable line, after a comment with its status", () => {
  const mock = record(["GET /v1/store/orders", "DELETE /v1/store/orders/409"]);
  expect(mock.control.journalAs("curl")).toBe(
    [
      "# 200: all orders (4.1, rule 1)",
      'curl -i -H "authorization: Bearer $STORE_ORDERS_API_KEY" http://127.0.0.1:4010/v1/store/orders',
      "# 409: order 409 has shipped (3, rule 2)",
      'curl -i -X DELETE -H "authorization: Bearer $STORE_ORDERS_API_KEY" http://127.0.0.1:4010/v1/store/orders/409',
      "",
    ].join("\n"),
  );
});

onUnix("the credential of the client decides which one the command sends", () => {
  const mock = createMock();
  for (const key of [null, "wrong", "mock-key"]) callMock(mock, "GET /v1/store/orders", { key });
  callMock(mock, "HEAD /v1/store/orders", { headers: { authorization: "bearer mock-key" } });
  callMock(mock, "GET /v1/store/orders", { headers: { authorization: "$(mock-key)" } });
  expect(runInShell(mock.control.journalAs("curl")).map((line) => line.slice(0, -1))).toEqual([
    ["-i"],
    ["-i", "-H", "authorization: Bearer not-the-key"],
    ["-i", "-H", "authorization: Bearer the key's own $text"],
    ["-i", "--head", "-H", "authorization: bearer the key's own $text"],
    ["-i", "-H", "authorization: not-the-key"],
  ]);
});

describe.skipIf(process.platform === "win32")("a shell runs no text that a client sent:", () => {
  test.each([
    "'; echo pwned; '",
    '$(echo pwned)`echo pwned`"$HOME"',
    "\\' \\\\ ! # ~ * ? [a-z] {1,2} <>&|;",
    "line\necho pwned\r\0\x1b\u2028é😀\ud800",
    "-o/../..",
    "%27%0a%00",
  ])("%j", (text) => {
    const mock = createMock();
    mock.handle({
      method: text,
      target: `/v1/${text}`,
      headers: { host: `h${text}`, authorization: "Bearer mock-key", accept: text },
    });
    mock.handle({ method: "GET", target: text, headers: { authorization: `${text} ${text}` } });
    const script = mock.control.journalAs("curl");
    expect(script.split("\n")).toHaveLength(5);
    const lines = runInShell(script);
    expect(lines.map(([flag]) => flag)).toEqual(["-i", "-i"]);
    for (const line of lines) {
      const url = new URL(line.at(-1)!);
      expect(url.origin).toBe("http://127.0.0.1");
      expect(line.at(-1)).toMatch(/^[\x21-\x7e]+$/);
    }
    const sent = decodeURIComponent(lines[0]!.at(-1)!.replace("http://127.0.0.1/v1/", ""));
    expect(sent).toBe(text.includes("%") ? decodeURIComponent(text) : text.toWellFormed());
  });

  test("an address that curl would change is sent unchanged", () => {
    const mock = record(["GET /v1/a/../b?c=[1-2]&d={x}"]);
    const [line] = runInShell(mock.control.journalAs("curl"));
    expect(line).toEqual(expect.arrayContaining(["--globoff", "--path-as-is"]));
    expect(line!.at(-1)).toBe("http://127.0.0.1:4010/v1/a/../b?c=[1-2]&d={x}");
  });
});
