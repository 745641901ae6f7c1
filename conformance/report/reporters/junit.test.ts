import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import {
  hostileText,
  mixedReport,
  passingReport,
  sampleReport,
  sampleResult,
} from "../../testing/sample-reports.ts";
import type { Report } from "../report.ts";
import { formatJunit } from "./junit.ts";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ["testsuite", "testcase", "property"].includes(name),
});

/** XML as a consumer reads it. */
// biome-ignore lint/suspicious/noExplicitAny: a parser's output has no type.
type Xml = any;

function parsed(report: Report): Xml {
  const xml = formatJunit(report);
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml).testsuites;
}
const casesOf = (suites: Xml): Xml[] => suites.testsuite.flatMap((suite: Xml) => suite.testcase);

test.each([
  ["mixed", mixedReport],
  ["all passed", passingReport],
])("the counts match the children and the report: %s", (_name, report) => {
  const suites = parsed(report);
  const countsOf = (cases: readonly Xml[]) => ({
    "@tests": String(cases.length),
    "@failures": String(cases.filter(({ failure }) => failure !== undefined).length),
    "@errors": String(cases.filter(({ error }) => error !== undefined).length),
    "@skipped": String(cases.filter(({ skipped }) => skipped !== undefined).length),
  });
  for (const suite of suites.testsuite) expect(suite).toMatchObject(countsOf(suite.testcase));
  expect(suites).toMatchObject(countsOf(casesOf(suites)));
  const { failed, errored, untested } = report.counts;
  expect(suites).toMatchObject({
    "@tests": String(report.results.length),
    "@failures": String(failed),
    "@errors": String(errored),
    "@skipped": String(untested),
  });
});

test("a suite for each group, in order, and none in an empty report", () => {
  const names = parsed(mixedReport).testsuite.map((suite: Xml) => suite["@name"]);
  expect(names).toEqual(["authentication", "list-orders", "cancel-order", "order", "errors"]);
  expect(formatJunit(sampleReport([]))).toMatch(/<testsuites name="[^"]+" tests="0" .*\/>\n$/);
});

test("a case has a name, a class, a time and the properties of its requirement, and says by its child how it ended", () => {
  const cases = new Map(
    casesOf(parsed(mixedReport)).map((each) => [each.properties.property[0]["@value"], each]),
  );
  const failed = cases.get("cancel-order/shipped");
  expect(failed).toMatchObject({
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
    failure: { "@message": "Expected status 409, got 204.", "@type": "cancel-shipped" },
  });
  for (const part of [
    "section 3: Cancelling a shipped order answers 409.",
    "expected  status 409",
    "received  204",
    "> DELETE http://localhost:4010/v1/store/orders/12",
    "< 204",
    'curl -i -X DELETE \\\n  -H "authorization: Bearer $STORE_ORDERS_API_KEY"',
  ])
    expect(failed.failure["#text"]).toContain(part);
  const childrenOf = (id: string) =>
    Object.keys(cases.get(id)).filter((name) => /^[a-z-]+$/.test(name) && name !== "properties");
  expect(childrenOf("list-orders/array")).toEqual([]);
  expect(cases.get("order/id-unique").error["@message"]).toBe("TypeError: list is not iterable");
  expect(cases.get("cancel-order/pending").skipped["@message"]).toMatch(/^It needs two pending orders/);
  expect(childrenOf("authentication/challenge")).toEqual(["system-out"]);
  expect(cases.get("authentication/challenge")["system-out"]).toMatch(
    /^Warning \(RFC 9110, 15\.5\.2\): Expected/,
  );
});

test("text of a server stays text", () => {
  const hostile = `</failure><x y="1">&amp;]]>\u0000\u001B[31m\uFFFE\uD800"'`;
  const changes = { reason: hostile, expected: "a list", received: hostile };
  const report = sampleReport([
    sampleResult("list-orders/array", hostile, "list-orders", { outcome: "failed", ...changes }),
    sampleResult("list-orders/all", "All", "list-all", {
      outcome: "untested",
      reason: `${hostileText}\n\t2`,
    }),
  ]);
  expect(formatJunit(report)).not.toMatch(/[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
  const [first, ...others] = casesOf(parsed(report));
  expect(others).toHaveLength(1);
  expect(first).not.toHaveProperty("x");
  // In a message the unwritable becomes U+FFFD; in the text, set for reading, a control is its picture.
  expect(first.failure["@message"]).toContain('<x y="1">&amp;]]>\uFFFD\uFFFD[31m\uFFFD\uFFFD"\'');
  expect(first.failure["#text"]).toContain("␀␛[31m\uFFFD\uFFFD");
});

test("a known failure is skipped with its reason, so that a consumer does not fail the build for it", () => {
  const known = { reason: "The gateway is being replaced.", expires: "2027-01-31" };
  const failed = mixedReport.results.find(({ id }) => id === "cancel-order/shipped")!;
  const xml = formatJunit(sampleReport([{ ...failed, known }]));
  expect(xml).toContain('failures="0"');
  expect(xml).toContain('skipped="1"');
  expect(xml).toContain("Known until 2027-01-31: The gateway is being replaced.");
  expect(xml).not.toContain("<failure");
});
