/** JUnit XML, the format of test results for CI servers. */

import { printable } from "../../../base/printable.ts";
import type { Report } from "../report.ts";
import { failureLines } from "./failure-lines.ts";
import type { Style } from "./reporter.ts";
import { type ShownReport, type ShownResult, showReport } from "./shown-report.ts";
import { escapeMarkup, pageWidth } from "./text.ts";

const plain: Style = (_format, text) => text;

/** A test case, with the name of its child that says how it went. */
interface Case {
  readonly suite: string;
  readonly ms: number;
  readonly outcome: string;
  readonly xml: string;
}

export function formatJunit(report: Report): string {
  const { kit, target, durationMs, startedAt, results, reasons, since } = showReport(report);
  const sinceOf = (id: string) => since?.rows.find(([, ids]) => ids.includes(id))?.[0];
  const cases = [
    ...results.map((result) => resultCase(result, kit.name, sinceOf(result.id))),
    ...reasons.map((reason) => reasonCase(reason, kit.name)),
  ];
  const suites = Array.from(
    Map.groupBy(cases, ({ suite }) => suite),
    ([name, members]) => {
      const time = seconds(members.reduce((sum, { ms }) => sum + ms, 0));
      // The common schema of the format has neither fractions nor a zone.
      const attributes = { name, ...countsOf(members), time, timestamp: startedAt.slice(0, 19) };
      return element("testsuite", attributes, ...members.map(({ xml }) => xml));
    },
  );
  const name = `${kit.name} ${kit.version}: ${target.baseUrl}`;
  const root = element("testsuites", { name, ...countsOf(cases), time: seconds(durationMs) }, ...suites);
  return `<?xml version="1.0" encoding="UTF-8"?>${root}\n`;
}

/** A failed case for a reason of the exit code that no requirement's case shows. */
function reasonCase({ kind, text, title, facts }: ShownReport["reasons"][number], kitName: string): Case {
  const suite = "exit-code";
  const failure = { message: `${title}.`, type: kind };
  const xml = element(
    "testcase",
    { classname: `${kitName}.${suite}`, name: text, time: seconds(0) },
    element("failure", failure, escapeXml(`\n${facts.map(printable).join("\n")}\n`)),
  );
  return { suite, ms: 0, outcome: "failure", xml };
}

/** @param since its change since an earlier report */
function resultCase(result: ShownResult, kitName: string, since: string | undefined): Case {
  const { id, title, clause, level, outcome, group, explainedBy, evidence } = result;
  const facts = {
    id,
    clause,
    level,
    outcome,
    ...(explainedBy && { cause: explainedBy.title }),
    ...(since && { since }),
  };
  const properties = Object.entries(facts).map(([name, value]) => element("property", { name, value }));
  // Requirements share exchanges, so this is the time behind a verdict, not a share of the run's.
  const ms = evidence.exchanges.reduce((sum, each) => sum + each.ms, 0);
  const [child, ...elements] = outcomeOf(result);
  const xml = element(
    "testcase",
    { classname: `${kitName}.${group}`, name: title, time: seconds(ms) },
    element("properties", {}, ...properties),
    ...elements,
  );
  return { suite: group, ms, outcome: child, xml };
}

/** The child that says how it went, and its name. Readers look at these, not at the counts. */
function outcomeOf(result: ShownResult): readonly [name: string, ...elements: string[]] {
  const { outcome, clause, clauseName, known, explainedBy } = result;
  // The cause first: a server's list of failures shows the beginning.
  const message = explainedBy ? `${explainedBy.sentence} ${result.message}` : result.message;
  // A consumer fails a build for each failure, whatever the exit code is; a known failure must not.
  if (outcome === "untested" || (outcome === "failed" && known !== null))
    return ["skipped", element("skipped", { message })];
  const text = escapeXml(`\n${failureLines(result, plain, pageWidth).join("\n")}\n`);
  switch (outcome) {
    case "failed":
      return ["failure", element("failure", { message, type: clause }, text)];
    case "errored":
      return ["error", element("error", { message, type: "kit" }, text)];
    case "warned":
      return ["", element("system-out", {}, escapeXml(`Warning (${clauseName}): ${message}\n`), text)];
    default:
      return [""];
  }
}

/** An element on a separate line. @param content elements, or text, which is escaped */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: readonly string[]
): string {
  // A parser turns a raw line break in an attribute into a space.
  const pairs = Object.entries(attributes).map(([key, value]) => {
    const text = escapeXml(String(value)).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
    return ` ${key}="${text}"`;
  });
  const start = `\n<${name}${pairs.join("")}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join("")}</${name}>`;
}

/** Characters that XML 1.0 cannot contain, not even escaped: most control characters and lone surrogates. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string) =>
  escapeMarkup(text.replace(unwritable, "\uFFFD")).replaceAll("\r", "&#13;");

function countsOf(cases: readonly Case[]) {
  const count = (name: string) => cases.filter(({ outcome }) => outcome === name).length;
  return {
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
