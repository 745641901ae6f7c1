/** A run as Markdown, for docs/measurements.md. */

import { cpus, release, totalmem, type } from "node:os";
import { markdownTable } from "markdown-table";
import { kitName, kitVersion } from "../spec/kit-version.ts";
import type { Bench, Duel, Section } from "./bench.ts";
import { connections } from "./load.ts";
import { formatBytes } from "./numbers.ts";

export interface Run {
  readonly date: Date;
  readonly seconds: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
  readonly sections: readonly Section[];
}

export function formatSection({ title, notes, table }: Section): string {
  return [
    `## ${title}`,
    ...notes,
    markdownTable(table, { align: ["l", ...table[0]!.slice(1).map(() => "r")] }),
  ].join("\n\n");
}

export function formatResults(bench: Bench, run: Run): string {
  const named = (packages: readonly string[]) =>
    packages.map((name) => `${name} ${run.versions[name] ?? ""}`.trim()).join(", ");
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${formatBytes(totalmem())}, ${type()} ${release()}, Node ${process.version}`;
  const blocks = [
    "# Measurements",
    `One run of \`npm run bench\`, ${run.date.toISOString().slice(0, 10)}, ${Math.round(run.seconds)} s, on ${machine}. Every number is of this one run: read the ratios, not the rates, which another machine changes.`,
    whereOthersWin(run.sections.flatMap(({ duels }) => duels)),
    ...run.sections.map(formatSection),
    "## How it was measured",
    [
      `- Load: ${bench.load.name}, ${connections} connections, on the same machine as the server. Slices of one second (two for 100,000 orders), one to warm up, then ${bench.rounds} rounds over all servers, each begun by another one.`,
      "- The load generator takes its share of the machine. Where it is the slower of the two, servers look more alike than they are: that goes for autocannon and short lists above all.",
      "- A rate is the median of the rounds. A ratio is taken within each round; shown are its median and, in brackets, its least and greatest. *Of the limit*: its rate as a part of the limit's. *The mock against it*: how many times its rate the mock's is.",
      "- Each server is one process on a loopback port of its own, all with the same orders, logging off where it can be. Between slices they idle.",
      "- p50 and p99 are medians of the slices' own; of a slow server only the answers count that came within a slice.",
    ].join("\n"),
    "## How each server is set up",
    markdownTable([
      ["Server", "Set up"],
      ...[bench.mock, bench.limit, ...bench.peers].map(({ id, name, packages, setup }) => [
        named(packages) || (id === "mock" ? `${kitName} ${kitVersion}` : name),
        setup,
      ]),
    ]),
    run.leftOut.length > 0 ? `Left out: ${run.leftOut.join("; ")}.` : "No peer was left out.",
    "The peers' packages are pinned in `bench/peers/package.json`; `npm run bench` installs them into a cache under node_modules.",
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** In plain words, whoever wins. */
export function whereOthersWin(duels: readonly Duel[]): string {
  const lost = duels
    .filter(({ mockIsBetter }) => mockIsBetter < 1)
    .toSorted((a, b) => a.mockIsBetter - b.mockIsBetter);
  const intro = `The mock and a peer met ${duels.length} times.`;
  if (lost.length === 0) return `${intro} None was better than the mock in this run.`;
  const lines = lost.map(
    ({ what, other, mockIsBetter }) =>
      `- ${what}: ${other} is ${(1 / mockIsBetter).toFixed(2)} times as good.`,
  );
  return [`${intro} A peer was better in ${lost.length}:`, "", ...lines].join("\n");
}
