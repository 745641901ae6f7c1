/** JUnit XML, the format of test results for CI servers. */

import { printable } from "../../../base/printable.ts";
import { formatClause } from "../../../spec/clauses.ts";
import type { Report, Result } from "../report.ts";
import { findingOfResult } from "./findings.ts";
import { causeOfResult, causeSentence, groupOf, otherReasons, sinceRows, untilText } from "./report-words.ts";
import { unstyled } from "./reporter.ts";
import { blockLines } from "./terminal-blocks.ts";
import { escapeMarkup, pageWidth } from "./text.ts";

interface Case {
  readonly suite: string;
  readonly name: string;
  readonly ms: number;
  /** The name of the child that says how it went. */
  readonly outcome: string;
  readonly children: readonly string[];
}

export function formatJunit(report: Report): string {
  const { kit, target, durationMs, startedAt } = report;
  const cases = [
    ...report.results.map((result) => resultCase(result, report)),
    ...otherReasons(report).map(reasonCase),
  ];
  const suites = Array.from(
    Map.groupBy(cases, ({ suite }) => suite),
    ([suite, members]) => {
      const time = seconds(members.reduce((sum, { ms }) => sum + ms, 0));
      const classname = `${kit.name}.${suite}`;
      const elements = members.map(({ name, ms, children }) =>
        element("testcase", { classname, name, time: seconds(ms) }, ...children),
      );
      // The common schema of the format has neither fractions nor a zone.
      const timestamp = startedAt.slice(0, 19);
      return element("testsuite", { name: suite, ...countsOf(members), time, timestamp }, ...elements);
    },
  );
  const name = `${kit.name} ${kit.version}: ${target.baseUrl}`;
  const root = element("testsuites", { name, ...countsOf(cases), time: seconds(durationMs) }, ...suites);
  return `<?xml version="1.0" encoding="UTF-8"?>${root}\n`;
}

/** A failed case for a reason of the exit code that no requirement's case shows. */
function reasonCase({ kind, text, title, facts }: ReturnType<typeof otherReasons>[number]): Case {
  const lines = escapeXml(`\n${facts.map(printable).join("\n")}\n`);
  const failure = element("failure", { message: `${title}.`, type: kind }, lines);
  return { suite: "exit-code", name: text, ms: 0, outcome: "failure", children: [failure] };
}

function resultCase(result: Result, report: Report): Case {
  const { id, title, clause, level, outcome, evidence } = result;
  const cause = causeOfResult(result, report)?.title;
  const since = sinceRows(report).find(([, ids]) => ids.includes(id))?.[0];
  const properties = Object.entries({ id, clause, level, outcome, cause, since }).flatMap(([name, value]) =>
    value === undefined ? [] : [element("property", { name, value })],
  );
  // Requirements share exchanges, so the sum of all times exceeds the run's.
  const ms = evidence.exchanges.reduce((sum, each) => sum + each.ms, 0);
  const [child, ...elements] = outcomeOf(result, messageOf(result, report));
  const children = [element("properties", {}, ...properties), ...elements];
  return { suite: groupOf(result), name: title, ms, outcome: child, children };
}

/** The reason why a result did not pass. Its cause comes first: a server's list of failures shows the beginning. */
function messageOf(result: Result, report: Report): string {
  const { reason, outcome, known } = result;
  const cause = causeOfResult(result, report);
  return [
    ...(cause ? [causeSentence(cause)] : []),
    reason ?? outcome,
    ...(known ? [`Known ${untilText(known)}`] : []),
  ].join(" ");
}

/** The child element with the outcome, and its name. Readers use these, not the counts. */
function outcomeOf(result: Result, message: string): readonly [name: string, ...elements: string[]] {
  const { outcome, clause, known } = result;
  // A consumer fails a build for each failure, whatever the exit code is; a known failure must not.
  if (outcome === "untested" || (outcome === "failed" && known !== null))
    return ["skipped", element("skipped", { message })];
  const lines = findingOfResult(result).blocks.flatMap((block) =>
    blockLines(block, { width: pageWidth, style: unstyled }),
  );
  const text = escapeXml(`\n${lines.join("\n")}\n`);
  switch (outcome) {
    case "failed":
      return ["failure", element("failure", { message, type: clause }, text)];
    case "errored":
      return ["error", element("error", { message, type: "kit" }, text)];
    case "warned":
      return [
        "",
        element("system-out", {}, escapeXml(`Warning (${formatClause(clause)}): ${message}\n`), text),
      ];
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
