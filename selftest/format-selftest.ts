/** A self-test for a person: what was caught, what slipped, what was falsely blamed. */

import type { Style } from "../conformance/report/reporters/reporter.ts";
import type { Selftest, SubjectResult } from "./selftest.ts";

/** @param durationMs of the whole self-test */
export function formatSelftest(
  { results, caught }: Selftest,
  style: Style,
  matrix: boolean,
  durationMs: number,
): string {
  const broken = results.filter(({ subject }) => subject.kind === "broken");
  const right = results.filter(({ subject }) => subject.kind === "right");
  const having = (outcome: SubjectResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome);
  const unused = [...caught].filter(([, servers]) => servers.length === 0).map(([id]) => id);
  const inexact = having("caught").filter(
    ({ unexpected, missing }) => unexpected.length + missing.length > 0,
  );
  const sections = [
    matrix ? matrixLines(caught) : [],
    section("Slipped", having("slipped"), ({ subject }) => subject.description),
    section(
      "Falsely blamed",
      having("blamed"),
      ({ failed, subject }) => `${failed.join(", ")} (${subject.description})`,
    ),
    section("Caught, but not by what was expected", inexact, ({ unexpected, missing }) =>
      [...unexpected.map((id) => `also ${id}`), ...missing.map((id) => `not ${id}`)].join(", "),
    ),
    unused.length > 0 ? ["Requirements that caught nothing", ...unused.map((id) => `  ${id}`)] : [],
  ];
  const [slipped, blamed] = [having("slipped").length, having("blamed").length];
  const colour = slipped + blamed + unused.length === 0 ? "green" : "red";
  const summary = [
    `${broken.length - slipped} of ${broken.length} broken servers caught`,
    `${right.length - blamed} of ${right.length} right servers passed`,
    `${caught.size - unused.length} of ${caught.size} requirements of use`,
  ].join(", ");
  const pages = sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join("\n")}\n`);
  return `${[...pages, `${style(colour, summary)}; ${(durationMs / 1000).toFixed(1)} s`].join("\n")}\n`;
}

function section(
  title: string,
  results: readonly SubjectResult[],
  say: (result: SubjectResult) => string,
): readonly string[] {
  if (results.length === 0) return [];
  const width = Math.max(...results.map(({ subject }) => subject.id.length));
  return [title, ...results.map((result) => `  ${result.subject.id.padEnd(width)}  ${say(result)}`)];
}

/** A requirement a line, with the servers it caught. */
function matrixLines(caught: Selftest["caught"]): readonly string[] {
  const width = Math.max(...[...caught.keys()].map((id) => id.length));
  const count = (servers: readonly string[]) => String(servers.length).padStart(3);
  return [
    "What each requirement caught",
    ...[...caught].map(([id, servers]) => `  ${id.padEnd(width)} ${count(servers)}  ${servers.join(" ")}`),
  ];
}
