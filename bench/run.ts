/** `npm run bench`: measures the mock against its peers and the limit. Non-zero only when something did not work. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTerminal, type Terminal } from "../cli/terminal.ts";
import { formatChart } from "./chart.ts";
import { ownVersion, prepareKit, root } from "./kit.ts";
import { createLoadGenerator } from "./load/load-generator.ts";
import { describeMachine } from "./machine.ts";
import { type BenchOptions, benchHelp, parseOptions } from "./options.ts";
import { createOrderSupply } from "./orders.ts";
import { installPeers, type Peers } from "./peers.ts";
import { killAll } from "./processes.ts";
import { createProgress, type Progress } from "./progress.ts";
import { formatResults, formatSection, type Run, whereOthersWin } from "./report.ts";
import type { Bench, Scenario, Section } from "./scenario.ts";
import { allScenarios } from "./scenarios/all-scenarios.ts";
import { gatherPeers } from "./servers/contenders.ts";
import { limitContender, mockContender } from "./servers/own-servers.ts";
import { prismContender } from "./servers/prism.ts";

async function main(terminal: Terminal, folder: string): Promise<number> {
  const names = allScenarios.map(({ name }) => name);
  const options = parseOptions(process.argv.slice(2), names);
  if (options.help) {
    await terminal.out(`${benchHelp}\nScenarios: ${names.join(", ")}.\n`);
    return 0;
  }
  const startedAt = performance.now();
  const progress = createProgress(terminal);
  const peers = options.quick ? undefined : await installPeers((what) => progress.show(what));
  const field = peers
    ? await gatherPeers(peers.folder, peers.missing)
    : { peers: [prismContender(root)], leftOut: [] };
  progress.show("packing the kit");
  const cli = await prepareKit(folder, options.cli);
  const bench: Bench = {
    cli,
    folder,
    peersFolder: peers?.folder,
    rounds: options.rounds,
    orders: createOrderSupply(join(folder, "orders"), cli),
    load: await createLoadGenerator(peers),
    mock: mockContender(cli),
    limit: limitContender,
    peers: field.peers,
    say: (what) => progress.show(what),
  };
  for (const line of field.leftOut) await terminal.out(`Left out: ${line}\n`);

  const wanted = allScenarios.filter(({ name, inQuick }) =>
    options.only ? options.only.includes(name) : inQuick || !options.quick,
  );
  const { sections, failed } = await runScenarios(bench, wanted, terminal, progress);
  await terminal.out(`${whereOthersWin([...sections.values()].flatMap(({ duels }) => duels))}\n`);
  const seconds = (performance.now() - startedAt) / 1000;
  if (!options.quick && !options.only && failed === 0) {
    writeResults(sections, runOf(bench, options, peers, field.leftOut, [...sections.values()], seconds));
    await terminal.out("\nWritten: docs/measurements.md, docs/measurements.svg\n");
  }
  await terminal.out(`\n${Math.round(seconds)} s, ${bench.load.name}, ${options.rounds} rounds\n`);
  return failed === 0 ? 0 : 1;
}

async function runScenarios(
  bench: Bench,
  scenarios: readonly Scenario[],
  terminal: Terminal,
  progress: Progress,
) {
  const sections = new Map<string, Section>();
  let failed = 0;
  for (const scenario of scenarios) {
    try {
      const section = await withLimit(scenario, bench);
      sections.set(scenario.name, section);
      progress.clear();
      const [title = "", ...rest] = formatSection(section).split("\n");
      await terminal.out(`${terminal.style("bold", title)}\n${rest.join("\n")}\n`);
    } catch (error) {
      failed++;
      killAll();
      progress.clear();
      terminal.err(`bench: ${scenario.name} did not work: ${(error as Error).message}\n`);
      // It may still be at work, and would disturb those after it.
      if (error instanceof TooLong) break;
    }
  }
  return { sections, failed };
}

class TooLong extends Error {}

/** @throws {TooLong} when the scenario takes longer than it may */
async function withLimit(scenario: Scenario, bench: Bench): Promise<Section> {
  let limit: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(
      () => reject(new TooLong(`it took longer than ${scenario.limitSeconds} s`)),
      scenario.limitSeconds * 1000,
    );
  });
  try {
    return await Promise.race([scenario.run(bench), tooLong]);
  } finally {
    clearTimeout(limit);
  }
}

function runOf(
  bench: Bench,
  options: BenchOptions,
  peers: Peers | undefined,
  leftOut: readonly string[],
  sections: readonly Section[],
  seconds: number,
): Run {
  // A path would tell of this machine.
  const flags = process.argv.slice(2).map((flag) => (flag === options.cli ? "FILE" : flag));
  return {
    date: new Date(),
    command: ["npm run bench", ...(flags.length > 0 ? ["--", ...flags] : [])].join(" "),
    seconds,
    machine: describeMachine(),
    load: bench.load.name,
    rounds: options.rounds,
    versions: { ...peers?.versions, "msw, in process": ownVersion("msw") },
    contenders: [bench.mock, bench.limit, ...bench.peers],
    others: ["dredd", "msw, in process"],
    leftOut,
    sections,
  };
}

function writeResults(sections: ReadonlyMap<string, Section>, run: Run): void {
  const panels = ["list-10", "list-1000", "list-100000"].flatMap((name) => {
    const { title, bars } = sections.get(name) ?? {};
    return title && bars ? [{ title: title.replace("The list of ", ""), bars }] : [];
  });
  writeFileSync(join(root, "docs", "measurements.svg"), formatChart(panels));
  writeFileSync(join(root, "docs", "measurements.md"), formatResults(run));
}

const folder = mkdtempSync(join(tmpdir(), "store-orders-bench-"));
process.on("exit", () => {
  killAll();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));

try {
  process.exitCode = await main(createTerminal(), folder);
} catch (error) {
  const { name, message } = error as Error;
  process.stderr.write(`bench: ${message}\n`);
  process.exitCode = name === "BadInput" ? 2 : 1;
}
// A killed server's socket or a hung scenario must not keep the process.
process.exit();
