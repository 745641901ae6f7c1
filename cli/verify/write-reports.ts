/** `--reporter NAME[=FILE]`: each report to its file, or to the terminal. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import type { Report } from "../../conformance/report/report.ts";
import { type ReporterName, reporterNames, reporters } from "../../conformance/report/reporters/reporters.ts";
import type { Environment } from "../command-line.ts";
import { parsedList } from "../options.ts";
import { writeOutputFile } from "../read-input.ts";
import type { Terminal } from "../terminal.ts";

/** Standard output where there is no file. */
type ReporterChoice = ReturnType<typeof readReporters>[number];

export const reporterOption = parsedList(
  "NAME[=FILE]",
  "terminal, json, junit, html, markdown or github, to a file if one is named. Default: terminal.",
  readReporters,
);

function readReporters(choices: readonly string[], option: string) {
  return (choices.length === 0 ? ["terminal"] : choices).map((choice) => {
    const equals = choice.indexOf("=");
    const text = equals < 0 ? choice : choice.slice(0, equals);
    const name = reporterNames.find((known) => known === text);
    if (!name)
      throw new BadInput(
        `Cannot use ${option}: there is no reporter ${quoteValue(text)}. ${suggestName(text, reporterNames)}`,
      );
    const file = equals < 0 ? undefined : choice.slice(equals + 1);
    if (file === "") throw new BadInput(`Cannot use ${option}: the file after ${text}= is missing.`);
    return { name, file };
  });
}

/** As checkOutputs() takes them. */
export const outputsOf = (choices: readonly ReporterChoice[]) =>
  choices.map(({ file }) => ["report", file] as const);

const plain = (_format: unknown, text: string) => text;

export async function writeReports(
  report: Report,
  /** Verbose: show each requirement. */
  { reporter: choices, verbose = false }: { reporter: readonly ReporterChoice[]; verbose?: boolean },
  terminal: Terminal,
  env: Environment,
): Promise<void> {
  for (const { name, file } of choices) {
    const format = await reporters[name]();
    if (file === undefined)
      await terminal.out(disarmCommands(format(report, terminal.style, { verbose }), name));
    else writeOutputFile(file, "report", format(report, plain, { verbose }));
    // GitHub shows what a step appends to this file on the run's page.
    const summary = name === "github" && env.GITHUB_STEP_SUMMARY;
    if (summary) writeOutputFile(summary, "step summary", (await reporters.markdown())(report, plain), "a");
  }
}

/**
 * Makes sure that no line of a report is a command to the program that runs a build: GitHub's `::error::`
 * at a line's start, `##[group]`, Azure's `##vso[...]` and TeamCity's `##teamcity[...]` anywhere in it.
 * @param name its text is for a program, or for a person
 */
export function disarmCommands(text: string, name: ReporterName): string {
  // In JSON the same text can be written so that nobody takes it for a command.
  if (name === "json") return text.replace(/##(?=\w*\[)/g, "#\\u0023");
  const disarmed = text.replace(/##(?=\w*\[)/g, "#·#");
  // GitHub's own reporter writes commands, and nothing of a server's at a line's start.
  return name === "github" ? disarmed : disarmed.replace(/^(\s*)(?=::)/gm, "$1·");
}
