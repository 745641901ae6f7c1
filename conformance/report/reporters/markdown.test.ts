import { describe, expect, test } from "vitest";
import {
  failedResult,
  hostileReport,
  hostileText,
  mixedReport,
  passingReport,
  sampleExchange,
  sampleReport,
} from "../../testing/sample-reports.ts";
import type { Report } from "../report.ts";
import { codeSpan, escapeMarkdown, fence, formatMarkdown } from "./markdown.ts";

/** CommonMark, 4.5: a fence ends at a line of as many backticks or more, and nothing else. */
function withoutFences(markdown: string): string {
  const text = markdown.replace(/^(`{3,})[^`\n]*\n.*?^\1`*$/gms, "");
  expect(text).not.toMatch(/^ {0,3}```/m);
  return text;
}

/** The tables, cells apart. GFM: a bar parts cells unless a backslash is before it. */
const readTables = (text: string): readonly string[][][] =>
  (text.match(/(?:^\|.*\n?)+/gm) ?? []).map((run) =>
    run
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/(?<!\\)\|/).slice(1, -1)),
  );

const manyFailures = (count: number, exchange = sampleExchange()) => {
  const evidence = { count: 1, exchanges: [exchange] };
  const why = ["an array", `an object ${"with more ".repeat(200)}`] as const;
  const results = Array.from({ length: count }, (_, at) =>
    failedResult(`list-orders/broken-${at}`, "The list is a JSON array", "list-orders", why, { evidence }),
  );
  return sampleReport(results, mixedReport.observations);
};

describe.each<[string, Report]>([
  ["mixed", mixedReport],
  ["passing", passingReport],
  ["hostile", hostileReport],
  ["empty", sampleReport([])],
  ["very long", manyFailures(2000)],
  ["a wide exchange", manyFailures(3, hostileReport.results[0]!.evidence.exchanges[0]!)],
])("any report: %s", (_name, report) => {
  const markdown = formatMarkdown(report);
  const outside = withoutFences(markdown);

  test("has tables with as many cells in each row as in the heading", () => {
    const tables = readTables(outside);
    expect(tables).toHaveLength(
      report.causes.filter(({ timeline }) => timeline !== null).length +
        (report.results.length > 0 ? 1 : 0) +
        (report.observations.length > 0 ? 1 : 0),
    );
    for (const [titles, ruler, ...rows] of tables) {
      expect(new Set(ruler)).toEqual(new Set([" --- "]));
      for (const row of [ruler!, ...rows]) expect(row).toHaveLength(titles!.length);
    }
  });

  test("closes each element that it opens", () => {
    const tags = outside.replace(/`[^`\n]*`/g, "").match(/<[^>]*>/g);
    const open: string[] = [];
    for (const tag of tags ?? []) {
      if (tag === "<br>" || tag === "<!-- -->") continue;
      expect(tag).toMatch(/^<\/?(?:details|summary|code)>$/);
      if (tag.startsWith("</")) expect(open.pop()).toBe(tag.slice(2, -1));
      else open.push(tag.slice(1, -1));
    }
    expect(open).toEqual([]);
  });

  test("has an empty line around folded text, so that it is read as Markdown", () => {
    for (const before of outside.split("</summary>").slice(1)) expect(before).toMatch(/^\n\n/);
    expect(outside).not.toMatch(/[^\n]\n<\/details>|<\/details>\n[^\n]/);
  });

  test("fits on a summary page and into a comment", () => {
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(60_000);
  });
});

test("has the verdict, then the next step, then the evidence", () => {
  const shown = ["cancel-order/shipped", "cancel-order/no-body"];
  const results = mixedReport.results.filter(({ id }) => shown.includes(id));
  expect(formatMarkdown(sampleReport(results, mixedReport.observations))).toMatchInlineSnapshot(`
    "## ✗ nonconformant: 0 of 2 musts passed (1 failed, 1 untested)

    \`http://localhost:4010/v1\`, 2026-03-03 10:00 UTC, 87 requests in 0.2 s, store-orders-kit 0.1.0

    ### 1 failed requirement has 1 cause

    **1.** Not met: Cancelling a shipped order answers 409 (1 requirement, 1 call)

    - expected: status 409
    - received: 204

    \`\`\`sh
    curl -i -X DELETE \\
      -H "authorization: Bearer $STORE_ORDERS_API_KEY" \\
      -H 'accept: application/json' \\
      http://localhost:4010/v1/store/orders/12
    # -> 204
    \`\`\`

    \`cancel-order/shipped\`

    ### Failed

    <details>
    <summary>✗ Cancelling a shipped order answers 409 <code>cancel-order/shipped</code></summary>

    section 3: Cancelling a shipped order answers 409.

    - expected: status 409
    - received: 204

    1 of 3 exchanges, the deciding one:

    \`\`\`text
    > DELETE http://localhost:4010/v1/store/orders/12
    > authorization: Bearer ***
    > accept: application/json
    < 204 (2.3 ms)
    < date: Tue, 03 Mar 2026 10:00:00 GMT
    \`\`\`

    \`\`\`sh
    curl -i -X DELETE \\
      -H "authorization: Bearer $STORE_ORDERS_API_KEY" \\
      -H 'accept: application/json' \\
      http://localhost:4010/v1/store/orders/12
    \`\`\`

    </details>

    ### Requirements

    | Group | Outcomes |
    | --- | --- |
    | ✗ cancel-order | 1 untested, 1 failed |

    ### Untested

    <details>
    <summary>– It needs two pending orders that may be cancelled for good: name them with --pending-order.</summary>

    \`cancel-order/no-body\`

    </details>

    ### Where the document is silent, this server's answers

    | Question | This server's answer | What a client sees |
    | --- | --- | --- |
    | Do listed orders carry a \`status\` field? | \`absent\` | none does |
    | What answers a cancel whose id is no integer (\`abc\`)? | \`404\` | no such order |
    | What answers a second cancel of an order that is already cancelled? | not seen | No order was cancelled. |
    "
  `);
});

test("outside code nothing that a server says is markup, a link, a mention, a reference or an emoji", () => {
  const lines = withoutFences(formatMarkdown(hostileReport))
    .split("\n")
    .filter((line) => line.includes("evil"));
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) {
    const raw = line.replace(/^\*\*\d\.\*\*|^### |`[^`]*`|&#\d+;|<!-- -->|<\/?(?:code|summary)>/g, "");
    expect(raw).not.toMatch(/[\\`*_[\]<>&@$~#]/);
    // The comment parts what GitHub would join once the references are read.
    const read = line.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
    expect(read).not.toMatch(/@\w|#\d|:\/\/|:[a-z]\w*:|\bwww\./i);
  }
});

test("parts that are left out are counted", () => {
  const markdown = formatMarkdown(manyFailures(2000));
  const causes = markdown.match(/^\*\*\d+\.\*\* /gm)!.length;
  const failures = markdown.match(/^<details>$/gm)!.length;
  expect(causes).toBeGreaterThan(20);
  expect(failures).toBeGreaterThan(20);
  expect(markdown).toContain(`_${2000 - causes} more parts left out`);
  expect(markdown).toContain(`_${2000 - failures} more parts left out`);
  expect(markdown).toContain("What answers a cancel whose id is no integer (`abc`)?");
});

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
