/** What each operation costs as the number of orders grows: one client, one connection, one request at a time. */

import { readFileSync } from "node:fs";
import { Agent } from "undici";
import type { Bench, Scenario } from "../bench.ts";
import { type Call, call } from "../call.ts";
import { authorization } from "../contender.ts";
import { formatBytes, formatMs, spreadOf } from "../numbers.ts";
import { residentMemory, startServer } from "../server.ts";
import { generatedContender } from "../servers.ts";
import { reset } from "./races.ts";

const sizes = [10, 100, 1000, 10_000, 100_000, 1_000_000];

export const sizeScenario: Scenario = {
  name: "size",
  inQuick: false,
  async run(bench) {
    const rows: string[][] = [];
    for (const count of sizes) rows.push(await measureSize(bench, count));
    const operations = ["list", "first byte", "cancel", "list after it", "reset", "new world", "list there"];
    return {
      title: "Cost against size",
      notes: [
        "One client on one kept connection, one request at a time; medians of up to 30. Orders are generated (`--orders N`), so nothing is read from a file.",
        "*start*: from the spawn to the end of the first list. *list*: to its last byte; *first byte*: of that list. *new world*: the first cancel with a new key `mock-key~name`, which makes the world; *list there*: its first list. *memory*: resident, at the end, after all of these.",
      ],
      table: [["orders", "start", ...operations, "memory"], ...rows],
      duels: [],
    };
  },
};

async function measureSize(bench: Bench, count: number): Promise<string[]> {
  const few = await bench.orders(1000);
  await using server = await startServer(bench, generatedContender(bench.cli, count), few);
  await using dispatcher = Object.assign(new Agent({ connections: 1 }), {
    [Symbol.asyncDispose]: (): Promise<void> => dispatcher.destroy(),
  });
  const { url, startMs, pid } = server;
  // Order i is the same however many there are, so the ids of a thousand serve every size.
  const last = 1000 + count;
  const ids = readFileSync(few.pendingIds, "utf8")
    .trim()
    .split("\n")
    .filter((id) => Number(id) <= last);
  const send = async (status: number, address: string, options: Call = {}) => {
    const answer = await call(address, { authorization, dispatcher, ...options });
    if (answer.status !== status) throw new Error(`expected ${status} from ${address}, got ${answer.status}`);
    return answer;
  };
  const lists: number[] = [];
  const firstBytes: number[] = [];
  const end = performance.now() + 1000;
  do {
    const { wholeMs, firstByteMs } = await send(200, url);
    lists.push(wholeMs);
    firstBytes.push(firstByteMs);
  } while (lists.length < 30 && performance.now() < end);
  const cancels: number[] = [];
  const after: number[] = [];
  for (const id of ids.slice(0, 10)) {
    cancels.push((await send(204, `${url}/${id}`, { method: "DELETE" })).wholeMs);
    after.push((await send(200, url)).wholeMs);
  }
  const resets: number[] = [];
  for (let time = 0; time < 5; time++) {
    const startedAt = performance.now();
    await reset(server);
    resets.push(performance.now() - startedAt);
  }
  const opened: number[] = [];
  const listed: number[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) {
    const inWorld = { authorization: `${authorization}~${name}` };
    opened.push((await send(204, `${url}/${ids[0]}`, { method: "DELETE", ...inWorld })).wholeMs);
    listed.push((await send(200, url, inWorld)).wholeMs);
  }
  const times = [lists, firstBytes, cancels, after, resets, opened, listed];
  const shown = times.map((values) => formatMs(spreadOf(values).median));
  return [count.toLocaleString("en-US"), formatMs(startMs), ...shown, formatBytes(residentMemory(pid).now)];
}
