/** A command's help, and what --print-config says, as text. */

import { hideAddress } from "../base/secrets.ts";
import {
  type CommandLine,
  type CommandSpec,
  environmentName,
  type OptionSpec,
  type ValueSource,
  variableOf,
} from "./command-line.ts";

export function formatHelp(spec: CommandSpec): string {
  const { name, summary, positional, groups = {}, notes = [] } = spec;
  const options = Object.entries<OptionSpec>(spec.options);
  const sections: { readonly heading: string; readonly rows: [left: string, right: string][] }[] = [];
  for (const option of options) {
    const heading = Object.keys(groups).find((each) => groups[each] === option[0]);
    if (heading !== undefined || sections.length === 0) sections.push({ heading: heading ?? "", rows: [] });
    sections.at(-1)!.rows.push(optionRow(option));
  }
  if (positional) sections[0]?.rows.unshift([`[${positional.name}]`, positional.help]);
  const width = Math.max(...sections.flatMap(({ rows }) => rows.map(([left]) => left.length)));
  return [
    summary,
    "",
    `Usage: store-orders ${name}${positional ? ` [${positional.name}]` : ""} [options]`,
    "",
    ...sections.flatMap(({ heading, rows }) => [
      ...(heading === "" ? [] : [`${heading}:`]),
      ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
      "",
    ]),
    ...notes,
    twinNote(spec),
    ...(options.some(([, { multiple }]) => multiple)
      ? ["For a repeatable option the variable holds a list with commas."]
      : []),
    "",
  ].join("\n");
}

function optionRow([name, { value, help, multiple }]: readonly [string, OptionSpec]): [
  left: string,
  right: string,
] {
  return [`--${name}${value ? ` ${value}` : ""}`, multiple ? `${help} Repeatable.` : help];
}

function twinNote(spec: CommandSpec): string {
  const example = variableOf(spec, "api-key");
  const usual = environmentName("api-key");
  const other = example === usual ? "" : `, not ${usual}`;
  return `Each option can be set by an environment variable: --api-key by ${example}${other}.`;
}

/** Each option's value and where it comes from. */
export function formatConfig(spec: CommandSpec, line: CommandLine): string {
  const rows = Object.entries(spec.options)
    .filter(([name]) => !["help", "config", "print-config"].includes(name))
    .map(([name, { help, secret }]) => {
      const { values, source } = line.origin(name);
      const usual = /Default: (.+)\.$/.exec(help)?.[1] ?? "-";
      const value = source === "default" ? usual : secret ? "(hidden)" : values.map(hideAddress).join(", ");
      return [name, value, describeSource(source)];
    });
  if (line.positional !== undefined)
    rows.unshift([
      spec.positional?.name ?? "",
      hideAddress(line.positional),
      describeSource(line.origin("positional").source),
    ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(([name, value, source]) => `${name!.padEnd(widths[0]!)}  ${value!.padEnd(widths[1]!)}  ${source}\n`)
    .join("");
}

function describeSource(source: ValueSource): string {
  if (typeof source !== "object") return source === "arguments" ? "command line" : "default";
  return "variable" in source ? source.variable : source.file;
}
