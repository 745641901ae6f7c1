/** A run as Markdown, for docs/measurements.md, and as text, for the terminal. */

import { kitName, kitVersion } from "../spec/kit-version.ts";
import { formatNumber } from "./numbers.ts";
import type { Duel, Section } from "./scenario.ts";
import type { Contender } from "./servers/contender.ts";
import { formatMarkdownTable, formatTextTable } from "./table.ts";

export interface Run {
  readonly date: Date;
  readonly command: string;
  readonly seconds: number;
  readonly machine: readonly (readonly [string, string])[];
  readonly load: string;
  readonly rounds: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly contenders: readonly Contender[];
  /** Packages that took part and are no server. */
  readonly others: readonly string[];
  readonly leftOut: readonly string[];
  readonly sections: readonly Section[];
}

export function formatSection(section: Section): string {
  const tables = section.tables.map((table) => formatTextTable(table));
  return `${[section.title, ...tables, ...(section.reasons ?? [])].join("\n\n")}\n`;
}

export function formatResults(run: Run): string {
  const blocks = [
    "# Results",
    `One run of \`${run.command}\`, ${run.date.toISOString().slice(0, 10)}, ${formatNumber(run.seconds)} s. Every number is of this one run: read the ratios, not the rates, which another machine changes.`,
    "![The mock, its peers and the limit, for the list](measurements.svg)",
    whereOthersWin(run.sections.flatMap(({ duels }) => duels)),
    ...run.sections.map(formatMarkdownSection),
    "## How it was measured",
    formatMarkdownTable({ columns: ["Machine", ""], rows: run.machine }, true),
    [
      `- Load: ${run.load}, ten connections, one thread (\`wrk -t 1 -c 10 -d 1s -s bench/load/slice.lua URL\`, or the same by the other generators), on the same machine as the server. Slices of one second (two for 100,000 orders), one to warm up, then ${run.rounds} rounds over all servers, each begun by another one.`,
      "- A rate is the median of the rounds. A ratio is taken within each round; shown are its median and, in brackets, its least and greatest. *Of the limit*: its rate as a part of the limit's. *The mock against it*: how many times its rate the mock's is.",
      "- Each server is one process on a loopback port of its own, all with the same orders, logging off where it can be. Between slices they idle.",
      "- p50 and p99 are medians of the slices' own, under ten connections; of a slow server only the answers count that came within a slice. Bytes are those of a body.",
    ].join("\n"),
    "## How each server is set up",
    formatMarkdownTable(
      {
        columns: ["Server", "Set up"],
        rows: run.contenders.map((one) => [named(one, run.versions), one.setup]),
      },
      true,
    ),
    `Beside them: ${run.others.map((name) => `${name} ${run.versions[name] ?? ""}`.trim()).join(", ")}.`,
    run.leftOut.length > 0 ? `Left out: ${run.leftOut.join("; ")}.` : "No peer was left out.",
    "The peers' packages are pinned in `bench/peers/package.json`; `npm run bench` installs them into a cache under node_modules.",
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** In plain words, whoever wins. */
export function whereOthersWin(duels: readonly Duel[]): string {
  const lost = duels.filter(({ mockIsBetter }) => mockIsBetter < 1);
  const intro = `The mock and a peer met ${duels.length} times.`;
  if (lost.length === 0) return `${intro} None was better than the mock in this run.`;
  const lines = lost
    .toSorted((a, b) => a.mockIsBetter - b.mockIsBetter)
    .map(
      ({ what, other, mockIsBetter }) =>
        `- ${what}: ${other} is ${(1 / mockIsBetter).toFixed(2)} times as good.`,
    );
  return [`${intro} A peer was better in ${lost.length}:`, "", ...lines].join("\n");
}

function formatMarkdownSection(section: Section): string {
  const { title, notes, tables, reasons = [] } = section;
  return [`## ${title}`, ...notes, ...tables.map((table) => formatMarkdownTable(table)), ...reasons].join(
    "\n\n",
  );
}

function named(contender: Contender, versions: Readonly<Record<string, string>>): string {
  if (contender.packages.length === 0)
    return contender.id === "mock" ? `${kitName} ${kitVersion}` : contender.name;
  return contender.packages.map((name) => `${name} ${versions[name] ?? ""}`.trim()).join(", ");
}
