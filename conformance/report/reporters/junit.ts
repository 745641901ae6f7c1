/** JUnit XML, the form in which CI servers take test results. */

import type { Report } from "../report.ts";
import { failureLines } from "./failure-lines.ts";
import type { Style } from "./reporter.ts";
import { type ShownResult, showReport } from "./shown-report.ts";
import { pageWidth } from "./text.ts";
import { formatXml, type XmlElement } from "./xml.ts";

const plain: Style = (_format, text) => text;

export function formatJunit(report: Report): string {
  const { kit, target, durationMs, startedAt, results } = showReport(report);
  const suites = Array.from(
    Map.groupBy(results, ({ group }) => group),
    ([name, members]): XmlElement => ({
      name: "testsuite",
      attributes: {
        name,
        ...countsOf(members),
        time: seconds(members.reduce((sum, result) => sum + millisecondsOf(result), 0)),
        // The common schema of the format has neither fractions nor a zone.
        timestamp: startedAt.slice(0, 19),
      },
      content: members.map((result) => caseOf(result, `${kit.name}.${name}`)),
    }),
  );
  return formatXml({
    name: "testsuites",
    attributes: {
      name: `${kit.name} ${kit.version}: ${target.baseUrl}`,
      ...countsOf(results),
      time: seconds(durationMs),
    },
    content: suites,
  });
}

function caseOf(result: ShownResult, classname: string): XmlElement {
  const { id, title, clause, level, outcome, explainedBy } = result;
  const properties = { id, clause, level, outcome, ...(explainedBy && { cause: explainedBy.title }) };
  return {
    name: "testcase",
    attributes: { classname, name: title, time: seconds(millisecondsOf(result)) },
    content: [
      {
        name: "properties",
        content: Object.entries(properties).map(([name, value]) => ({
          name: "property",
          attributes: { name, value },
        })),
      },
      ...outcomeOf(result),
    ],
  };
}

/** The child that says how it went. Readers look at these, not at the counts. */
function outcomeOf(result: ShownResult): readonly XmlElement[] {
  const { outcome, clause, clauseName, explainedBy } = result;
  // The cause first: a server's list of failures shows the beginning.
  const message = explainedBy ? `${explainedBy.sentence} ${result.message}` : result.message;
  const text = () => `\n${failureLines(result, plain, pageWidth).join("\n")}\n`;
  // A consumer fails a build for a failure, whatever the exit code says; a known one must not.
  if (isSkipped(result)) return [{ name: "skipped", attributes: { message } }];
  switch (outcome) {
    case "failed":
      return [{ name: "failure", attributes: { message, type: clause }, content: text() }];
    case "errored":
      return [{ name: "error", attributes: { message, type: "kit" }, content: text() }];
    case "warned":
      return [{ name: "system-out", content: `Warning (${clauseName}): ${message}\n${text()}` }];
    default:
      return [];
  }
}

function isSkipped({ outcome, known }: ShownResult): boolean {
  return outcome === "untested" || (outcome === "failed" && known !== null);
}

function countsOf(results: readonly ShownResult[]) {
  const counted = results.filter((result) => !isSkipped(result));
  return {
    tests: results.length,
    failures: counted.filter(({ outcome }) => outcome === "failed").length,
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
