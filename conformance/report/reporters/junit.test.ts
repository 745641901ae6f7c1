import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { mixedReport, passingReport, sampleReport, sampleResult } from "../../testing/sample-reports.ts";
import type { Report } from "../report.ts";
import { formatJunit } from "./junit.ts";

interface Case {
  readonly "@classname": string;
  readonly "@name": string;
  readonly "@time": string;
  readonly properties: {
    readonly property: readonly { readonly "@name": string; readonly "@value": string }[];
  };
  readonly failure?: { readonly "@message": string; readonly "@type": string; readonly "#text": string };
  readonly error?: { readonly "@message": string; readonly "#text": string };
  readonly skipped?: { readonly "@message": string };
  readonly "system-out"?: string;
}
type Counts = Readonly<Record<"@tests" | "@failures" | "@errors" | "@skipped" | "@time" | "@name", string>>;
type Suite = Counts & { readonly testcase: readonly Case[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ["testsuite", "testcase", "property"].includes(name),
});

function parsed(report: Report): Counts & { readonly testsuite: readonly Suite[] } {
  const xml = formatJunit(report);
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml).testsuites;
}

const countsOf = (cases: readonly Case[]) => ({
  "@tests": String(cases.length),
  "@failures": String(cases.filter(({ failure }) => failure !== undefined).length),
  "@errors": String(cases.filter(({ error }) => error !== undefined).length),
  "@skipped": String(cases.filter(({ skipped }) => skipped !== undefined).length),
});

test.each([
  ["mixed", mixedReport],
  ["all passed", passingReport],
])("the counts are those of the children: %s", (_name, report) => {
  const suites = parsed(report);
  for (const suite of suites.testsuite) expect(suite).toMatchObject(countsOf(suite.testcase));
  const cases = suites.testsuite.flatMap(({ testcase }) => testcase);
  expect(suites).toMatchObject(countsOf(cases));
  const { failed, errored, untested } = report.counts;
  expect(suites).toMatchObject({
    "@tests": String(report.results.length),
    "@failures": String(failed),
    "@errors": String(errored),
    "@skipped": String(untested),
  });
});

test("a suite for each group, in order", () => {
  const names = parsed(mixedReport).testsuite.map((suite) => suite["@name"]);
  expect(names).toEqual(["authentication", "list-orders", "cancel-order", "order", "errors"]);
});

test("an empty report is a well-formed document without suites", () => {
  expect(formatJunit(sampleReport([]))).toMatch(/<testsuites name="[^"]+" tests="0" .*\/>\n$/);
});

describe("a case", () => {
  const cases = new Map(
    parsed(mixedReport)
      .testsuite.flatMap(({ testcase }) => testcase)
      .map((testcase) => [testcase.properties.property[0]?.["@value"], testcase]),
  );

  test("has a name, a class, a time and the properties of its requirement", () => {
    expect(cases.get("cancel-order/shipped")).toMatchObject({
      "@classname": "store-orders-kit.cancel-order",
      "@name": "Cancelling a shipped order answers 409",
      "@time": "0.002",
      properties: {
        property: [
          { "@name": "id", "@value": "cancel-order/shipped" },
          { "@name": "clause", "@value": "cancel-shipped" },
          { "@name": "level", "@value": "must" },
          { "@name": "outcome", "@value": "failed" },
        ],
      },
    });
  });

  test("that failed says all there is to say", () => {
    const failure = cases.get("cancel-order/shipped")?.failure;
    expect(failure).toMatchObject({
      "@message": "Expected status 409, received 204.",
      "@type": "cancel-shipped",
    });
    for (const part of [
      "section 3: Cancelling a shipped order answers 409.",
      "expected  status 409",
      "received  204",
      "&gt; DELETE http://localhost:4010/v1/store/orders/12",
      "&lt; 204",
      'curl -i -X DELETE \\\n  -H "authorization: Bearer $STORE_ORDERS_API_KEY"',
    ]) {
      expect(failure?.["#text"]).toContain(part.replace(/^&gt;/, ">").replace(/^&lt;/, "<"));
    }
  });

  test("that errored, was not tested, warned or passed is told apart", () => {
    const childrenOf = (id: string) =>
      Object.keys(cases.get(id) ?? {}).filter((name) => /^[a-z-]+$/.test(name) && name !== "properties");
    expect(childrenOf("list-orders/array")).toEqual([]);
    expect(childrenOf("order/id-unique")).toEqual(["error"]);
    expect(childrenOf("cancel-order/pending")).toEqual(["skipped"]);
    expect(childrenOf("authentication/challenge")).toEqual(["system-out"]);
    expect(cases.get("order/id-unique")?.error?.["@message"]).toBe("TypeError: list is not iterable");
    expect(cases.get("cancel-order/pending")?.skipped?.["@message"]).toMatch(/^It needs two pending orders/);
    expect(cases.get("authentication/challenge")?.["system-out"]).toMatch(
      /^Warning \(RFC 9110, 15\.5\.2\): Expected/,
    );
  });
});

test("whatever a server says stays text", () => {
  const hostile = '</failure><x y="1">&amp;]]>\u0000\u001B[31m\uFFFE\uD800"\'';
  const report = sampleReport([
    sampleResult("list-orders/array", hostile, "list-orders", {
      outcome: "failed",
      reason: hostile,
      expected: "a list",
      received: hostile,
    }),
    sampleResult("list-orders/all", "All orders", "list-all", {
      outcome: "untested",
      reason: `${hostile}\n\t2`,
    }),
  ]);
  expect(formatJunit(report)).not.toMatch(/[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
  const [suite] = parsed(report).testsuite;
  expect(suite?.testcase).toHaveLength(2);
  expect(Object.keys(suite?.testcase[0] ?? {})).not.toContain("x");
  // In a message the unwritable becomes U+FFFD; in the text, set for reading, a control is its picture.
  expect(suite?.testcase[0]?.failure?.["@message"]).toContain(
    '<x y="1">&amp;]]>\uFFFD\uFFFD[31m\uFFFD\uFFFD"\'',
  );
  expect(suite?.testcase[0]?.failure?.["#text"]).toContain("␀␛[31m\uFFFD\uFFFD");
});

test("a known failure is skipped with its reason, so that a consumer does not fail the build for it", () => {
  const known = { reason: "The gateway is being replaced.", expires: "2027-01-31" };
  const result = sampleResult(
    "cancel-order/shipped",
    "Cancelling a shipped order answers 409",
    "cancel-shipped",
    {
      outcome: "failed",
      reason: "Expected status 409, got 204.",
      expected: "status 409",
      received: "204",
      known,
    },
  );
  const xml = formatJunit(sampleReport([result]));
  expect(xml).toContain('failures="0"');
  expect(xml).toContain('skipped="1"');
  expect(xml).toContain("Known until 2027-01-31: The gateway is being replaced.");
  expect(xml).not.toContain("<failure");
});
