/** JUnit XML, the form in which CI servers take test results. */

import { printable } from "../../../base/printable.ts";
import { furtherReasons } from "../decide-exit.ts";
import type { Report, ReportedExit } from "../report.ts";
import { failureLines } from "./failure-lines.ts";
import type { Style } from "./reporter.ts";
import { type ShownResult, showReport } from "./shown-report.ts";
import { escapeMarkup, pageWidth } from "./text.ts";

const plain: Style = (_format, text) => text;

export function formatJunit(report: Report): string {
  const { kit, target, durationMs, startedAt, results, exit, since } = showReport(report);
  const sinceOf = (id: string) => since?.rows.find(([, ids]) => ids.includes(id))?.[0];
  const suites = Array.from(
    Map.groupBy(results, ({ group }) => group),
    ([name, members]) => {
      const time = seconds(members.reduce((sum, result) => sum + millisecondsOf(result), 0));
      // The common schema of the format has neither fractions nor a zone.
      const attributes = { name, ...countsOf(members), time, timestamp: startedAt.slice(0, 19) };
      return element(
        "testsuite",
        attributes,
        ...members.map((each) => caseOf(each, `${kit.name}.${name}`, sinceOf(each.id))),
      );
    },
  );
  const reasons = exit ? furtherReasons(exit) : [];
  if (exit && reasons.length > 0) suites.push(exitSuite(exit, kit.name, startedAt));
  const name = `${kit.name} ${kit.version}: ${target.baseUrl}`;
  const counts = countsOf(results, reasons.length);
  const root = element("testsuites", { name, ...counts, time: seconds(durationMs) }, ...suites);
  return `<?xml version="1.0" encoding="UTF-8"?>${root}\n`;
}

/** A failed case for each reason of the exit code that no requirement's case shows. */
function exitSuite(exit: ReportedExit, kitName: string, startedAt: string): string {
  const cases = furtherReasons(exit).map(({ kind, text, facts }) => {
    const message = `Exit code ${exit.code}: ${text}.`;
    return element(
      "testcase",
      { classname: `${kitName}.exit-code`, name: text, time: seconds(0) },
      element("failure", { message, type: kind }, escapeXml(`\n${facts.map(printable).join("\n")}\n`)),
    );
  });
  const counts = countsOf([], cases.length);
  const attributes = { name: "exit-code", ...counts, time: seconds(0), timestamp: startedAt.slice(0, 19) };
  return element("testsuite", attributes, ...cases);
}

/** @param since what became of it since an earlier report */
function caseOf(result: ShownResult, classname: string, since: string | undefined): string {
  const { id, title, clause, level, outcome, explainedBy } = result;
  const facts = {
    id,
    clause,
    level,
    outcome,
    ...(explainedBy && { cause: explainedBy.title }),
    ...(since && { since }),
  };
  const properties = Object.entries(facts).map(([name, value]) => element("property", { name, value }));
  return element(
    "testcase",
    { classname, name: title, time: seconds(millisecondsOf(result)) },
    element("properties", {}, ...properties),
    ...outcomeOf(result),
  );
}

/** The child that says how it went. Readers look at these, not at the counts. */
function outcomeOf(result: ShownResult): readonly string[] {
  const { outcome, clause, clauseName, explainedBy } = result;
  // The cause first: a server's list of failures shows the beginning.
  const message = explainedBy ? `${explainedBy.sentence} ${result.message}` : result.message;
  // A consumer fails a build for a failure, whatever the exit code says; a known one must not.
  if (isSkipped(result)) return [element("skipped", { message })];
  const text = escapeXml(`\n${failureLines(result, plain, pageWidth).join("\n")}\n`);
  switch (outcome) {
    case "failed":
      return [element("failure", { message, type: clause }, text)];
    case "errored":
      return [element("error", { message, type: "kit" }, text)];
    case "warned":
      return [element("system-out", {}, escapeXml(`Warning (${clauseName}): ${message}\n`), text)];
    default:
      return [];
  }
}

/** On a line of its own. @param content elements, or text that is escaped */
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

function isSkipped({ outcome, known }: ShownResult): boolean {
  return outcome === "untested" || (outcome === "failed" && known !== null);
}

/** @param reasons further failed cases */
function countsOf(results: readonly ShownResult[], reasons = 0) {
  const counted = results.filter((result) => !isSkipped(result));
  return {
    tests: results.length + reasons,
    failures: counted.filter(({ outcome }) => outcome === "failed").length + reasons,
    errors: counted.filter(({ outcome }) => outcome === "errored").length,
    skipped: results.length - counted.length,
  };
}

/** Requirements share exchanges, so this is the time behind a verdict, not a share of the run's. */
function millisecondsOf({ evidence }: ShownResult): number {
  return evidence.exchanges.reduce((sum, { ms }) => sum + ms, 0);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
