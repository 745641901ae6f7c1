/**
 * Makes sure that no line of a report is a command to the program that runs a build: GitHub's `::error::`
 * at a line's start, `##[group]`, Azure's `##vso[...]` and TeamCity's `##teamcity[...]` anywhere in it.
 */

import type { ReporterName } from "../../conformance/report/reporters/reporters.ts";

/** @param name its text is for a program, or for a person */
export function disarmCommands(text: string, name: ReporterName): string {
  // In JSON the same text can be written so that nobody takes it for a command.
  if (name === "json") return text.replace(/##(?=\w*\[)/g, "#\\u0023");
  const disarmed = text.replace(/##(?=\w*\[)/g, "#·#");
  // GitHub's own reporter writes commands, and nothing of a server's at a line's start.
  return name === "github" ? disarmed : disarmed.replace(/^(\s*)(?=::)/gm, "$1·");
}

/**
 * Text among whose lines GitHub looks for no command (its workflow commands, "stopping and starting").
 * @param token nobody can guess, or the text could end it itself
 */
export function stopCommands(text: string, token: string): string {
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}
