/** The facts of the command line: commands, options, their environment twins and defaults, exit codes. */

import { type CommandSpec, type OptionSpec, variableOf } from "../../cli/command-line.ts";
import { formatHelp } from "../../cli/format-help.ts";
import { type Facts, joinFacts } from "./facts.ts";

export function commandFacts(spec: CommandSpec): Facts {
  const grants: Record<string, string> = { [spec.name]: "" };
  if (spec.positional) {
    grants[`${spec.name} argument`] = "";
    if (spec.positional.variable) grants[`${spec.name} argument ${spec.positional.variable}`] = "";
  }
  for (const [name, option] of Object.entries(spec.options))
    Object.assign(grants, optionGrants(`${spec.name} --${name}`, option, variableOf(spec, name)));
  return joinFacts([{ grants, demands: {} }, exitCodeFacts(spec.name, formatHelp(spec))]);
}

function optionGrants(place: string, option: OptionSpec, variable: string): Record<string, string> {
  const { value, multiple, short, help } = option;
  const fallback = / Default: ([^ ]+?)[,.]?(?: |$)/.exec(help)?.[1];
  // Words of an option are in lower case, and stand for what the user chooses in capitals.
  const words = value?.split("|").filter((word) => /^[a-z]+$/.test(word)) ?? [];
  return {
    [place]: value ? "takes a value" : "switch",
    [`${place} ${variable}`]: "",
    ...(multiple && { [`${place} may be repeated`]: "" }),
    ...(short && { [`${place} -${short}`]: "" }),
    ...(fallback && { [`${place} default`]: fallback }),
    ...Object.fromEntries(words.map((word) => [`${place} ${word}`, ""])),
  };
}

/** The codes that a help text lists. */
export function exitCodeFacts(command: string, help: string): Facts {
  const text = /Exit codes:([\s\S]*?)(?:\n\n|\nEach option|$)/.exec(help)?.[1] ?? "";
  const codes = text.match(/\b\d{1,3}\b/g) ?? [];
  return {
    grants: Object.fromEntries(codes.map((code) => [`${command} exit code ${code}`, ""])),
    demands: {},
  };
}
