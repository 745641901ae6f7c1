/** `npm run bench`: measures the mock against its peers and the limit. Non-zero only when something did not work. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { execa } from "execa";
import { kitName } from "../spec/kit-version.ts";
import type { Bench, Scenario, Section } from "./bench.ts";
import type { OrderFiles } from "./contender.ts";
import { createLoadGenerator } from "./load.ts";
import { makeOrders } from "./orders.ts";
import { installPeers, type Peers } from "./peers.ts";
import { formatResults, formatSection, whereOthersWin } from "./report.ts";
import { inProcessScenario } from "./scenarios/in-process.ts";
import { longListsScenario } from "./scenarios/long-lists.ts";
import { millionScenario } from "./scenarios/million.ts";
import {
  cancelScenario,
  listScenario,
  logScenario,
  mixtureScenario,
  unauthorizedScenario,
} from "./scenarios/races.ts";
import { sizeScenario } from "./scenarios/size.ts";
import { startScenario } from "./scenarios/start.ts";
import { verifyScenario } from "./scenarios/verify.ts";
import { limitContender, mockContender, prismContender } from "./servers.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Path of the packed kit's cli.js. @throws {Error} when the kit cannot be packed */
async function prepareKit(folder: string): Promise<string> {
  const { stdout } = await execa("npm", ["pack", "--json", "--pack-destination", folder], { cwd: root });
  // npm 11 lists packages in an array, later ones by name; the build's own lines come before.
  const [{ filename }] = Object.values<{ filename: string }>(
    JSON.parse(stdout.slice(stdout.search(/^[[{]$/m))),
  ) as [{ filename: string }];
  const kit = join(folder, "node_modules", kitName);
  mkdirSync(kit, { recursive: true });
  await execa("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", kit]);
  for (const name of ["undici", "msw"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  return join(kit, "dist", "cli.js");
}

const scenarios: readonly Scenario[] = [
  listScenario(10, true),
  listScenario(1000, true),
  listScenario(100_000, false),
  mixtureScenario,
  cancelScenario,
  unauthorizedScenario,
  logScenario,
  startScenario(1000, true),
  startScenario(100_000, false),
  verifyScenario,
  longListsScenario,
  inProcessScenario,
  sizeScenario,
  millionScenario,
];

const help = `Measures the mock against other mocks and against a bare node:http server.

Usage: npm run bench -- [options]

  --quick          The limit and Prism only, two rounds: about a minute. Writes no file.
  --only SCENARIO  Run one scenario; repeatable. Writes no file.
  --rounds N       Rounds over all servers. Default: 5, with --quick 2.
  --help           Print this help.

A full run takes about ten minutes and writes docs/measurements.md.
Scenarios: ${scenarios.map(({ name }) => name).join(", ")}.
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    rounds: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(folder: string): Promise<number> {
  const startedAt = performance.now();
  const ownVersions = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies;
  const peers: Peers = options.quick
    ? { folder: root, versions: ownVersions, contenders: [prismContender(root)], leftOut: [] }
    : await installPeers();
  const cli = await prepareKit(folder);
  const made = new Map<string, Promise<OrderFiles>>();
  const bench: Bench = {
    cli,
    folder,
    peersFolder: options.quick ? undefined : peers.folder,
    rounds: Number(options.rounds ?? (options.quick ? 2 : 5)),
    load: await createLoadGenerator(ownVersions.autocannon),
    mock: mockContender(cli),
    limit: limitContender,
    peers: peers.contenders,
    orders(count, allPending = false) {
      const key = `${count} ${allPending}`;
      const files = made.get(key) ?? makeOrders(bench, count, allPending);
      made.set(key, files);
      return files;
    },
  };
  const sections: Section[] = [];
  let failed = 0;
  for (const scenario of scenarios) {
    if (options.only ? !options.only.includes(scenario.name) : options.quick && !scenario.inQuick) continue;
    try {
      sections.push(await scenario.run(bench));
      say(`\n${formatSection(sections.at(-1)!)}`);
    } catch (error) {
      failed++;
      process.stderr.write(`bench: ${scenario.name} did not work: ${(error as Error).message}\n`);
    }
  }
  say(`\n${whereOthersWin(sections.flatMap(({ duels }) => duels))}`);
  const seconds = (performance.now() - startedAt) / 1000;
  if (!options.quick && !options.only && failed === 0) {
    const { versions, leftOut } = peers;
    const run = { date: new Date(), seconds, versions, leftOut, sections };
    writeFileSync(join(root, "docs", "measurements.md"), formatResults(bench, run));
    say("\nWritten: docs/measurements.md");
  }
  say(`\n${Math.round(seconds)} s, ${bench.load.name}, ${bench.rounds} rounds`);
  return failed === 0 && sections.length > 0 ? 0 : 1;
}

if (options.help) say(help);
else {
  const folder = mkdtempSync(join(tmpdir(), "store-orders-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
  process.exitCode = await main(folder);
}
