/** A million orders: served, cancelled, listed, and read by ten at once. */

import { join } from "node:path";
import type { Bench, Scenario } from "../bench.ts";
import { call } from "../call.ts";
import { authorization } from "../contender.ts";
import { formatBytes, formatMs, formatNumber, formatRatio, ratioOf, spreadOf } from "../numbers.ts";
import { captureAnswers } from "../orders.ts";
import { residentMemory, type Server, startServer } from "../server.ts";
import { generatedContender } from "../servers.ts";
import { reset } from "./races.ts";

const readers = 10;

export const millionScenario: Scenario = {
  name: "million",
  inQuick: false,
  async run(bench) {
    const contender = generatedContender(bench.cli, 1_000_000);
    const files = { ...(await bench.orders(10_000)), answers: join(bench.folder, "million.json") };
    await captureAnswers(bench, contender, files, 1001);
    await using limit = await startServer(bench, bench.limit, files);
    await using mock = await startServer(bench, contender, files);
    const lists = { mock: await listSome(bench, mock), limit: await listSome(bench, limit) };
    await reset(mock);
    const slice = { url: mock.url, authorization, seconds: 1, cancelEvery: 1, idsFile: files.pendingIds };
    const { requests, seconds } = await bench.load.run(slice);
    const after = await call(mock.url, { authorization });
    const crowd = { mock: await readAtOnce(mock), limit: await readAtOnce(limit) };
    const median = (values: readonly number[]) => formatMs(spreadOf(values).median);
    return {
      title: "A million orders",
      notes: [
        `The list is ${formatBytes(mock.listBytes)}. Of the ten readers each reads as fast as it can. The limit holds the list as one buffer.`,
      ],
      table: [
        ["", "the mock", "the limit"],
        ["start to the first list", formatMs(mock.startMs), formatMs(limit.startMs)],
        ["list, first byte", median(lists.mock.firstByte), median(lists.limit.firstByte)],
        ["list, whole", median(lists.mock.whole), median(lists.limit.whole)],
        ["its whole list to the limit's", formatRatio(ratioOf(lists.mock.whole, lists.limit.whole)), ""],
        ["cancels a second, the first few thousand", formatNumber(requests / seconds), ""],
        ["list after them, whole", formatMs(after.wholeMs), ""],
        [
          "ten readers, slowest first byte",
          formatMs(crowd.mock.firstByteMs),
          formatMs(crowd.limit.firstByteMs),
        ],
        ["ten readers, all done", formatMs(crowd.mock.allMs), formatMs(crowd.limit.allMs)],
        ["memory before the ten", formatBytes(crowd.mock.before), formatBytes(crowd.limit.before)],
        ["memory at most in all", formatBytes(crowd.mock.most), formatBytes(crowd.limit.most)],
      ],
      duels: [],
    };
  },
};

async function listSome(bench: Bench, { url }: Server) {
  const whole: number[] = [];
  const firstByte: number[] = [];
  for (let round = 1; round <= bench.rounds; round++) {
    const answer = await call(url, { authorization });
    whole.push(answer.wholeMs);
    firstByte.push(answer.firstByteMs);
  }
  return { whole, firstByte };
}

async function readAtOnce({ url, pid }: Server) {
  const before = residentMemory(pid).now;
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: readers }, () => call(url, { authorization })));
  return {
    firstByteMs: Math.max(...answers.map(({ firstByteMs }) => firstByteMs)),
    allMs: performance.now() - startedAt,
    before,
    most: residentMemory(pid).most,
  };
}
