/** `npm run bench` measures the built kit and writes docs/measurements.md; `--quick` and `--only SCENARIO` write nothing. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { markdownTable } from "markdown-table";
import { formatBytes } from "./numbers.ts";
import { type Section, scenarios, setupsFor } from "./scenarios.ts";
import type { Bench } from "./servers.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    rounds: { type: "string" },
  },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);

function formatSection({ title, notes, table }: Section): string {
  const align = ["l", ...table[0]!.slice(1).map(() => "r")];
  return [`## ${title}`, ...notes, markdownTable(table, { align })].join("\n\n");
}

function formatResults(bench: Bench, sections: readonly Section[]): string {
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${formatBytes(totalmem())}, ${type()} ${release()}, Node ${process.version}, load ${loadavg()[2]!.toFixed(1)}`;
  const blocks = [
    "# Measurements",
    `One run of \`npm run bench\`, ${new Date().toISOString().slice(0, 10)}, on ${machine}. Every number is of this one run: read the ratios, not the rates, which another machine changes.`,
    ...sections.map(formatSection),
    "[Performance](performance.md) says how to read them.",
    markdownTable([
      ["Server", "Set up"],
      ...setupsFor(bench, 10).map(({ name, description }) => [name, description]),
    ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

async function main(folder: string): Promise<number> {
  const bench: Bench = {
    cli: join(root, "dist", "cli.js"),
    folder,
    rounds: Number(options.rounds ?? (options.quick ? 2 : 5)),
    isQuick: options.quick,
  };
  const sections: Section[] = [];
  let failed = 0;
  for (const scenario of scenarios) {
    if (options.only ? !options.only.includes(scenario.name) : options.quick && !scenario.inQuick) continue;
    try {
      const section = await scenario.run(bench);
      sections.push(section);
      say(`\n${formatSection(section)}`);
    } catch (error) {
      failed++;
      process.stderr.write(`Cannot measure ${scenario.name}: ${(error as Error).message}\n`);
    }
  }
  if (!options.quick && !options.only && failed === 0) {
    const path = join(root, "docs", "measurements.md");
    // The last section is written by hand.
    const [, selftest = ""] = readFileSync(path, "utf8").split(/(?=^## The self-test$)/m);
    writeFileSync(path, `${formatResults(bench, sections)}${selftest}`);
    say("\nWritten: docs/measurements.md");
  }
  return failed === 0 && sections.length > 0 ? 0 : 1;
}

const folder = mkdtempSync(join(tmpdir(), "store-orders-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
process.exitCode = await main(folder);
