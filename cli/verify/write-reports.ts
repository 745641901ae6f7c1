/** `--reporter NAME[=FILE]`: each report to its file, or to the terminal. */

import { suggestName } from "../../base/bad-input.ts";
import { safeJson } from "../../base/printable.ts";
import type { Report } from "../../conformance/report/report.ts";
import { reporterNames, reporters } from "../../conformance/report/reporters/reporters.ts";
import type { Environment } from "../command-line.ts";
import { parsedList, quoteFor, type Refuse } from "../options.ts";
import { writeOutputFile } from "../read-input.ts";
import { plainStyle, releaseText, type Terminal } from "../terminal.ts";

/** Standard output where there is no file. */
type ReporterChoice = ReturnType<typeof readReporters>[number];

export const reporterOption = parsedList(
  "NAME[=FILE]",
  "terminal, agent, json, junit, html, markdown or github, to a file if one is named. Default: terminal, or agent where a coding agent reads.",
  readReporters,
);

function readReporters(choices: readonly string[], refuse: Refuse) {
  return choices.map((choice) => {
    const [, text = "", file] = /^([^=]*)(?:=(.*))?$/s.exec(choice) ?? [];
    const name = reporterNames.find((known) => known === text);
    if (!name) return refuse(`there is no reporter ${quoteFor(text)}. ${suggestName(text, reporterNames)}`);
    if (file === "") return refuse(`the file after ${text}= is missing.`);
    return { name, file };
  });
}

/** The chosen reporters, or the default one for the reader of the terminal. */
export async function chooseReporters(
  choices: readonly ReporterChoice[],
  { isReadByAgent }: Pick<Terminal, "isReadByAgent">,
): Promise<readonly ReporterChoice[]> {
  if (choices.length > 0) return choices;
  return [{ name: (await isReadByAgent()) ? "agent" : "terminal", file: undefined }];
}

export const outputsOf = (choices: readonly ReporterChoice[]) =>
  choices.map(({ file }) => ["report", file] as const);

/** Whether a person reads it in the terminal. */
export const isForPeople = ({ name, file }: ReporterChoice): boolean =>
  file === undefined && (name === "terminal" || name === "agent" || name === "github");

export async function writeReports(
  report: Report,
  /** Verbose: show each requirement. */
  {
    reporter: choices,
    verbose = false,
    evidence = "failed",
  }: {
    readonly reporter: readonly ReporterChoice[];
    readonly verbose?: boolean;
    readonly evidence?: "failed" | "all" | undefined;
  },
  terminal: Terminal,
  env: Environment,
): Promise<void> {
  const isTerminal = ({ name, file }: ReporterChoice) => name === "terminal" && file === undefined;
  // The verdict is the last line, once.
  const withoutVerdict = choices.some(isTerminal);
  const inOrder = choices.toSorted((one, other) => Number(isTerminal(one)) - Number(isTerminal(other)));
  let failure: unknown;
  // A report that cannot be written, as on a full disk, does not keep others from being written.
  for (const choice of inOrder) await write(choice).catch((error: unknown) => (failure ??= error));
  if (failure !== undefined) throw failure;

  async function write({ name, file }: ReporterChoice): Promise<void> {
    const format = await reporters[name]();
    // A file may be printed by the next step of a build.
    const release = name === "json" ? safeJson : releaseText;
    if (file !== undefined)
      writeOutputFile(file, "report", release(format(report, plainStyle, { verbose, evidence })));
    else if (name === "json") await terminal.json(format(report, plainStyle, { evidence }));
    else {
      const { style, columns } = terminal;
      await terminal.out(format(report, style, { verbose, withoutVerdict, columns }));
    }
    // GitHub shows text that a step appends to this file on the run's page.
    const summary = name === "github" && env.GITHUB_STEP_SUMMARY;
    if (!summary) return;
    const page = releaseText((await reporters.markdown())(report, plainStyle));
    writeOutputFile(summary, "step summary", page, "a");
  }
}
