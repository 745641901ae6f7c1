import { HtmlValidate } from "html-validate";
import { describe, expect, test } from "vitest";
import { openQuestions } from "../../../spec/open-questions.ts";
import {
  hostileReport,
  hostileText,
  mixedReport,
  passingReport,
  sampleReport,
} from "../../testing/sample-reports.ts";
import type { Report } from "../report.ts";
import { prose } from "./blocks.ts";
import { formatHtml } from "./html.ts";
import { verbatim } from "./html-page.ts";
import { palette } from "./palette.ts";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:a11y"],
  rules: {
    // An id of a requirement has a slash in it, which HTML allows.
    "valid-id": ["error", { relaxed: true }],
    // The title is cut by its characters; the rule counts their escapes.
    "long-title": ["error", { maxlength: 120 }],
  },
});

const characters = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
/** What a browser makes of text: enough for text that this reporter has escaped. */
const unescapeHtml = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_all, name: keyof typeof characters) => characters[name]);

const withoutTags = (page: string) => unescapeHtml(page.replace(/<[^>]*>/g, ""));

const known = { reason: hostileText, expires: "2999-12-31" };
const decidedReport: Report = {
  ...mixedReport,
  results: mixedReport.results.map((result) =>
    result.id === "cancel-order/shipped" ? { ...result, known } : result,
  ),
  baseline: { known: [{ id: "cancel-order/shipped", ...known }], stale: [], expired: [] },
  warnings: [hostileText, "2 given orders were not used: 1, 2."],
  exit: {
    code: 1,
    reason: hostileText,
    decidedBy: [{ kind: "drift", text: hostileText, facts: [hostileText] }],
  },
};

describe.each<[string, Report]>([
  ["mixed", mixedReport],
  ["passing", passingReport],
  ["hostile", hostileReport],
  ["empty", sampleReport([])],
  ["with a known cause, an exit code and notes", decidedReport],
])("any report: %s", (_name, report) => {
  const page = formatHtml(report);
  const tags = [...page.matchAll(/<(\/?[a-z][^\s>]*)[^>]*>/g)];

  test("is valid and accessible HTML", async () => {
    const { results } = await validator.validateString(page);
    const messages = results.flatMap((result) => result.messages);
    expect(messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`)).toEqual([]);
  });

  test("runs no script and loads no file, and every link has a target", () => {
    const names = new Set(tags.map(([, name]) => name));
    for (const name of "script img link iframe object embed base form use".split(" "))
      expect(names).not.toContain(name);
    expect([page.match(/<style/g), page.match(/<\/style/g)]).toMatchObject([{ length: 1 }, { length: 1 }]);
    expect(page).not.toMatch(/@import|url\(/);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
    const attributes = tags.flatMap(([tag]) => [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)]);
    const valuesOf = (wanted: string) =>
      attributes.flatMap(([, name, value]) => (name === wanted ? [value!] : []));
    expect(attributes.filter(([, name]) => /^on|^src|^style$|^action$/.test(name!))).toEqual([]);
    const places = valuesOf("id").map((id) => `#${id}`);
    expect(valuesOf("href").filter((target) => !places.includes(target))).toEqual([]);
  });

  test("has every result with an anchor, every answer, and notes where there are some", () => {
    const text = withoutTags(page);
    for (const { id } of report.results) expect(text).toContain(id);
    const anchors = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    expect(report.results.filter(({ id }) => !anchors.has(id)).map(({ id }) => id)).toEqual([]);
    for (const { question } of report.observations)
      expect(text).toContain(openQuestions[question].question.replaceAll("`", ""));
    const first = withoutTags(page.slice(page.indexOf("<main>"), page.indexOf("</section>")));
    const [, plain] = report.warnings ?? [];
    expect(text.includes("Notes")).toBe(plain !== undefined);
    if (plain) expect(first).toMatch(new RegExp(`Notes[\\s\\S]*${plain}`));
  });

  test("has a link from each row of a failure to its finding", () => {
    for (const { id, outcome } of report.results)
      if (outcome === "failed")
        expect(page).toMatch(new RegExp(`<th scope="row">.*<a href="#${id}"><code>${id}</code></a>`));
  });
});

test("a failure has all its details", () => {
  const article = /<article class="finding failed" id="cancel-order\/shipped">.*?<\/article>/s;
  const text = withoutTags(article.exec(formatHtml(mixedReport))![0]);
  for (const part of [
    /✗ Failed: Cancelling a shipped order answers 409/,
    /section 3: Cancelling a shipped order answers 409\..*expectedstatus 409.*received204/s,
    /> DELETE http:\/\/localhost:4010\/v1\/store\/orders\/12\n> authorization: Bearer \*\*\*/,
    /curl -i -X DELETE \\\n {2}-H "authorization: Bearer \$STORE_ORDERS_API_KEY" \\\n/,
  ])
    expect(text).toMatch(part);
});

test("text of a server is shown only as text", () => {
  const text = withoutTags(formatHtml(hostileReport));
  const readable = unescapeHtml(verbatim(hostileText).toString());
  expect(readable.split("\n")).toHaveLength(7);
  for (const line of readable.split("\n")) expect(text).toContain(line);
  expect(text).toContain("… 2000000 bytes in all");
  expect(text).toContain("7 unexpected bytes after the answer");
});

test("text between backticks is shown as code, and a single backtick as it is", () => {
  expect(prose("a `b` c")).toEqual(["a ", { code: "b" }, " c"]);
  expect(prose("a ` c")).toBe("a ` c");
});

/** WCAG 2.2: relative luminance. */
function luminanceOf(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("every text has enough contrast on every background, in the light and the dark theme", () => {
  const { background, surface, line: _line, ...texts } = palette;
  for (const [name, colours] of Object.entries(texts))
    for (const behind of [background, surface])
      for (const [time, colour] of colours.entries()) {
        const [less = 0, more = 0] = [colour, behind[time]!].map(luminanceOf).toSorted((a, b) => a - b);
        expect((more + 0.05) / (less + 0.05), `${name}, ${time}`).toBeGreaterThanOrEqual(4.5);
      }
});
