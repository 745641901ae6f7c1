/** JUnit XML, the form in which CI servers take test results. */

import { formatClause } from "../../../spec/clauses.ts";
import type { Report, ReportedCause, Result } from "../report.ts";
import { causeOf, causeSentence } from "./cause-lines.ts";
import { failureLines } from "./failure-lines.ts";
import { pageWidth } from "./page.ts";
import type { Style } from "./reporter.ts";
import { groupResults, type ResultGroup, resultMessage } from "./result-words.ts";
import { formatXml, type XmlElement } from "./xml.ts";

const plain: Style = (_format, text) => text;

export function formatJunit(report: Report): string {
  return formatXml({
    name: "testsuites",
    attributes: {
      name: `${report.kit.name} ${report.kit.version}: ${report.target.baseUrl}`,
      ...countsOf(report.results),
      time: seconds(report.durationMs),
    },
    content: groupResults(report.results).map((group) => suiteOf(group, report)),
  });
}

function suiteOf({ name, results }: ResultGroup, { startedAt, kit, causes }: Report): XmlElement {
  return {
    name: "testsuite",
    attributes: {
      name,
      ...countsOf(results),
      time: seconds(results.reduce((sum, result) => sum + millisecondsOf(result), 0)),
      // The common schema of the format has neither fractions nor a zone.
      timestamp: startedAt.slice(0, 19),
    },
    content: results.map((result) => caseOf(result, `${kit.name}.${name}`, causeOf(result, causes))),
  };
}

function caseOf(result: Result, classname: string, cause: ReportedCause | undefined): XmlElement {
  const { id, title, clause, level, outcome } = result;
  const properties = { id, clause, level, outcome, ...(cause && { cause: cause.title }) };
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
      ...outcomeOf(result, cause),
    ],
  };
}

/** The child that says how it went. Readers look at these, not at the counts. */
function outcomeOf(result: Result, cause: ReportedCause | undefined): readonly XmlElement[] {
  const { outcome, clause } = result;
  // The cause first: a server's list of failures shows the beginning.
  const message = [...(cause ? [causeSentence(cause)] : []), resultMessage(result)].join(" ");
  // A consumer fails a build for a failure, whatever the exit code says; a known one must not.
  if (isSkipped(result)) return [{ name: "skipped", attributes: { message } }];
  switch (outcome) {
    case "passed":
      return [];
    case "failed":
      return [{ name: "failure", attributes: { message, type: clause }, content: textOf(result) }];
    case "errored":
      return [{ name: "error", attributes: { message, type: "kit" }, content: textOf(result) }];
    case "untested":
      return [];
    case "warned":
      return [
        { name: "system-out", content: `Warning (${formatClause(clause)}): ${message}\n${textOf(result)}` },
      ];
  }
}

function isSkipped({ outcome, known }: Result): boolean {
  return outcome === "untested" || (outcome === "failed" && known !== null);
}

function textOf(result: Result): string {
  return `\n${failureLines(result, plain, pageWidth).join("\n")}\n`;
}

function countsOf(results: readonly Result[]): {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
} {
  const having = (wanted: Result["outcome"]) =>
    results.filter((result) => result.outcome === wanted && !isSkipped(result)).length;
  return {
    tests: results.length,
    failures: having("failed"),
    errors: having("errored"),
    skipped: results.filter(isSkipped).length,
  };
}

/** Requirements share exchanges, so this is the time behind a verdict, not a share of the run's. */
function millisecondsOf({ evidence }: Result): number {
  return evidence.exchanges.reduce((sum, { ms }) => sum + ms, 0);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
