/** The text of a command's help and of --print-config. */

import { hideAddress } from "../base/secrets.ts";
import { hang, indent, pageWidth, wrapWords } from "../conformance/report/reporters/text.ts";
import {
  type CommandSpec,
  environmentName,
  isCommandLineOnly,
  type Origin,
  variableOf,
} from "./command-spec.ts";
import { mayHoldPassword } from "./options.ts";

/** Maximum width of an option beside its text; a wider one has a line of its own. */
const maxOption = 26;

/** Minimum width of the texts beside the options; a narrower terminal breaks their lines. */
const minText = 24;

export function formatHelp(spec: CommandSpec, columns = pageWidth): string {
  const { name, summary, positional, program, groups = {}, notes = [] } = spec;
  const options = Object.entries(spec.options);
  const sections: { readonly heading: string; readonly rows: [left: string, right: string][] }[] = [];
  for (const [option, { value, help, multiple }] of options) {
    const heading = Object.keys(groups).find((each) => groups[each] === option);
    if (heading !== undefined || sections.length === 0) sections.push({ heading: heading ?? "", rows: [] });
    const left = value ? `--${option} ${value}` : `--${option}`;
    sections.at(-1)!.rows.push([left, multiple ? `${help} Repeatable.` : help]);
  }
  const argument =
    positional && (positional.isRequired ? positional.name.toUpperCase() : `[${positional.name}]`);
  if (program) sections[0]?.rows.unshift(["-- CMD", program]);
  if (positional) sections[0]?.rows.unshift([argument!, positional.help]);
  const lengths = sections.flatMap(({ rows }) => rows.map(([left]) => left.length));
  const width = Math.min(columns, pageWidth);
  const column = Math.max(...lengths.filter((length) => length <= maxOption));
  const rowLines = ([left, right]: readonly [string, string]) => {
    const lines = wrapWords(right, Math.max(minText, width - column - 4));
    return left.length > column
      ? [left, ...indent(lines, column + 2)]
      : hang(`${left.padEnd(column)}  `, lines);
  };
  return [
    ...wrapWords(summary, width),
    "",
    `Usage: store-orders ${name}${argument ? ` ${argument}` : ""} [options]${program ? " [-- CMD]" : ""}`,
    "",
    ...sections.flatMap(({ heading, rows }) => [
      ...(heading === "" ? [] : [`${heading}:`]),
      ...indent(rows.flatMap(rowLines), 2),
      "",
    ]),
    ...notes,
    ...wrapWords(twinNote(spec), width),
    ...(options.some(([, { multiple }]) => multiple)
      ? ["For a repeatable option the variable holds a list with commas."]
      : []),
    "",
  ].join("\n");
}

/** The option that serves as the example: the key if the command has one. */
function twinNote(spec: CommandSpec): string {
  const names = Object.keys(spec.options).filter((name) => !isCommandLineOnly(name));
  const name = names.find((each) => each === "api-key") ?? names[0];
  if (name === undefined) return "";
  const example = variableOf(spec, name);
  const usual = environmentName(name);
  const other = example === usual ? "" : `, not ${usual}`;
  return `Each option can be set by an environment variable: --${name} by ${example}${other}.`;
}

/** Each option's value and its source. */
export function formatConfig(spec: CommandSpec, line: { origin(name: string): Origin }): string {
  const options = Object.entries(spec.options).filter(([name]) => !isCommandLineOnly(name));
  const row = (name: string, shownAs: string, usual: string, secret?: boolean | string) => {
    const { texts, source, place } = line.origin(name);
    if (source === "default") return [shownAs, usual, source];
    const show = (text: string) => (mayHoldPassword(text) ? "(hidden)" : hideAddress(text));
    // Of a file, its name alone: the row has that of the option.
    const from = source === "command line" ? source : place.replace(/^\S+ in /, "");
    return [shownAs, secret === true ? "(hidden)" : texts.map(show).join(", "), from];
  };
  const rows = options.map(([name, { help, secret }]) =>
    row(name, name, /Default: (.+)\.$/.exec(help)?.[1] ?? "-", secret),
  );
  if (spec.positional && line.origin("positional").texts.length > 0)
    rows.unshift(row("positional", spec.positional.name, ""));
  const widths = [0, 1].map((column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows
    .map(([name, value, place]) => `${name!.padEnd(widths[0]!)}  ${value!.padEnd(widths[1]!)}  ${place}\n`)
    .join("");
}
