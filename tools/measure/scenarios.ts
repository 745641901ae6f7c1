/** Scenarios: lists under load, starts, verdicts, and the cost of the proxy. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { peakPattern, peakTeller } from "../../cli/testing/measure-judge.ts";
import { compareUnderLoad } from "./compare-load.ts";
import { formatBytes, formatMs, formatRatio, ratioOf, spreadOf } from "./numbers.ts";
import {
  authorization,
  type Bench,
  limitSetup,
  mockSetup,
  peakMemory,
  prismSetup,
  type ServerSetup,
  startServer,
  writeOrders,
} from "./servers.ts";

export interface Section {
  readonly title: string;
  readonly notes: readonly string[];
  /** The first row is the heading. */
  readonly table: readonly (readonly string[])[];
}

export interface Scenario {
  readonly name: string;
  readonly inQuick: boolean;
  /** @throws {Error} when a server did not work */
  run(bench: Bench): Promise<Section>;
}

const shown = (count: number) => count.toLocaleString("en-US");

export function setupsFor({ cli, folder }: Bench, count: number): readonly ServerSetup[] {
  const { fixtures, list } = writeOrders(folder, count);
  return [limitSetup(list), mockSetup(cli, "store-orders mock", ["--fixtures", fixtures]), prismSetup(list)];
}

const listScenario = (count: number, inQuick: boolean): Scenario => ({
  name: `list-${count}`,
  inQuick,
  run: async (bench) => ({
    title: `The list of ${shown(count)} orders`,
    notes: [],
    table: [
      ["", "lists/s", "of the limit", "p50", "p99", "memory at most"],
      ...(await compareUnderLoad(bench, setupsFor(bench, count), 10, count > 10_000 ? 2 : 1)),
    ],
  }),
});

const startScenario = (count: number, inQuick: boolean): Scenario => ({
  name: `start-${count}`,
  inQuick,
  async run(bench) {
    const [limit, mock, prism] = setupsFor(bench, count) as [ServerSetup, ServerSetup, ServerSetup];
    const generated = mockSetup(bench.cli, "mock, --orders N, no file", ["--orders", String(count)]);
    // Prism does not start with a million orders within a minute.
    const setups = [limit, mock, generated, ...(count < 1_000_000 ? [prism] : [])];
    const all = setups.map((setup) => ({ setup, times: [] as number[], bytes: 0 }));
    for (let round = 0; round < bench.rounds; round++) {
      for (const one of all) {
        await using server = await startServer(bench, one.setup);
        one.times.push(server.startMs);
        one.bytes = peakMemory(server.pid);
      }
    }
    const { times: limitTimes } = all[0]!;
    return {
      title: `From the start to the first list of ${shown(count)} orders`,
      notes: ["The process is spawned and asked every 2 ms until the list is whole."],
      table: [
        ["", "median", "to the limit's", "memory"],
        ...all.map(({ setup, times, bytes }) => [
          setup.name,
          formatMs(spreadOf(times).median),
          setup === limit ? "" : formatRatio(ratioOf(times, limitTimes)),
          formatBytes(bytes),
        ]),
      ],
    };
  },
});

const verifyScenario: Scenario = {
  name: "verify",
  inQuick: true,
  async run(bench) {
    const own: number[] = [];
    let summary = "";
    for (let round = 0; round < bench.rounds; round++) {
      const run = await verify(bench, []);
      own.push(run.ms);
      summary = run.summary;
    }
    const rows = [["the embedded mock", formatMs(spreadOf(own).median), "", ""]];
    for (const count of bench.isQuick ? [10_000] : [10_000, 100_000, 1_000_000]) {
      const mock = mockSetup(bench.cli, "mock", ["--orders", String(count)]);
      await using server = await startServer(bench, mock);
      const once = await readOnce(server.url, bench.rounds);
      const { ms, peak } = await verify(bench, [
        `${server.origin}/v1`,
        "--api-key=mock-key",
        "--timeout=60000",
      ]);
      rows.push([`a mock with ${shown(count)} orders`, formatMs(ms), `${(ms / once).toFixed(1)}×`, peak]);
    }
    return {
      title: "A verdict",
      notes: [
        `Times are those of the whole process. Its last line for the embedded mock: ${summary}`,
        "*To the fetch's*: the ratio to one fetch of the list and JSON.parse. Each run on a port is a single one.",
      ],
      table: [["verify of", "time", "to the fetch's", "memory at most"], ...rows],
    };
  },
};

async function verify({ cli, folder }: Bench, args: readonly string[]) {
  const options = { cwd: folder, env: { NO_COLOR: "1" }, all: true, timeout: 300_000 } as const;
  const { all, durationMs } = await execa(process.execPath, [...peakTeller, cli, "verify", ...args], options);
  const [summary = ""] = /^.*musts passed.*$/m.exec(all) ?? [];
  const peak = formatBytes(Number(peakPattern.exec(all)?.[1]) * 1024);
  return { ms: durationMs, summary, peak };
}

async function readOnce(url: string, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    JSON.parse(await (await fetch(url, { headers: { authorization } })).text());
    times.push(performance.now() - startedAt);
  }
  return spreadOf(times).median;
}

const proxyScenario: Scenario = {
  name: "proxy",
  inQuick: true,
  async run(bench) {
    const { list } = writeOrders(bench.folder, 25);
    await using upstream = await startServer(bench, limitSetup(list));
    const proxy = (name: string, args: (port: number, folder: string) => readonly string[]): ServerSetup => ({
      name,
      description: "",
      launch: args,
    });
    const ours = (port: number) => [bench.cli, "proxy", `${upstream.origin}/v1`, `--port=${port}`, "--quiet"];
    const plain = fileURLToPath(new URL("peers/plain-proxy.js", import.meta.url));
    const setups = [
      proxy("a plain proxy", (port) => [plain, String(port), upstream.origin]),
      limitSetup(list),
      proxy("store-orders proxy", ours),
      proxy("with --record", (port, folder) => [...ours(port), `--record=${join(folder, "traffic.har")}`]),
    ];
    const heading = (text: string) => [
      text,
      "calls/s",
      "of the plain proxy",
      "one call",
      "p99",
      "memory at most",
    ];
    return {
      title: "What the proxy adds",
      notes: [
        "Lists of 25 orders from the limit: through a proxy of node:http that only passes bytes on, without a proxy, and through the kit's proxy.",
      ],
      table: [
        heading("one connection"),
        ...(await compareUnderLoad(bench, setups, 1, 1)),
        heading("16 connections"),
        ...(await compareUnderLoad(bench, setups, 16, 1)),
      ],
    };
  },
};

export const scenarios: readonly Scenario[] = [
  listScenario(10, true),
  listScenario(1000, true),
  listScenario(100_000, false),
  startScenario(1000, true),
  startScenario(100_000, false),
  startScenario(1_000_000, false),
  verifyScenario,
  proxyScenario,
];
