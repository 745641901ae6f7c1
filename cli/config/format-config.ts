/** What --print-config says: each option's value and where it comes from. */

import { hideAddress } from "../../base/secrets.ts";
import type { CommandLine, CommandSpec, ValueSource } from "../command-line.ts";

const hidden = "(hidden)";

export function formatConfig(spec: CommandSpec, line: CommandLine): string {
  const rows = Object.entries(spec.options)
    .filter(([name]) => !["help", "config", "print-config"].includes(name))
    .map(([name, { help, secret }]) => {
      const { values, source } = line.origin(name);
      const usual = /Default: (.+)\.$/.exec(help)?.[1] ?? "-";
      const value = source === "default" ? usual : secret ? hidden : values.map(hideAddress).join(", ");
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
