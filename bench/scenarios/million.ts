/** A million orders: served, cancelled, listed, and read by ten at once. */

import { join } from "node:path";
import { call } from "../first-answer.ts";
import type { Slice } from "../load/slice.ts";
import { formatBytes, formatMs, formatNumber, formatRatio } from "../numbers.ts";
import { authorization, captureAnswers } from "../orders.ts";
import type { Bench, Scenario } from "../scenario.ts";
import { startGenerated } from "../servers/generated.ts";
import { residentMemory, type Server, startServer } from "../servers/start-server.ts";
import { ratioOf, spreadOf } from "../statistics.ts";
import { reset } from "./cancel.ts";

const count = 1_000_000;
const readers = 10;

export const millionScenario: Scenario = {
  name: "million",
  inQuick: false,
  limitSeconds: 180,
  async run(bench) {
    bench.say("a million orders: starting");
    const orders = await bench.orders(150_000);
    const answers = join(bench.folder, "million-answers.json");
    // No id: the limit's cancels are not used here.
    await captureAnswers(bench.cli, ["--orders", String(count)], 0, answers);
    const limit = await startServer(bench.limit, { ...orders, answers }, bench.folder);
    try {
      const mock = await startGenerated(bench, count);
      try {
        return await measure(bench, mock, limit, orders.pendingIds);
      } finally {
        await mock.process.stop();
      }
    } finally {
      await limit.process.stop();
    }
  },
};

async function measure(bench: Bench, mock: Server, limit: Server, idsFile: string) {
  const lists = { mock: await listSome(bench, mock), limit: await listSome(bench, limit) };
  const wholeRatio = ratioOf(lists.mock.whole, lists.limit.whole)!;
  bench.say("a million orders: cancels");
  const cancels = await cancelSome(bench, mock, idsFile);
  const afterCancel = await call(mock.url, { authorization, limitMs: 60_000 });
  bench.say("a million orders: ten readers");
  const crowd = { mock: await readAtOnce(mock), limit: await readAtOnce(limit) };
  const memory = residentMemory(mock.process.pid);
  const median = (values: readonly number[]) => formatMs(spreadOf(values).median);
  return {
    title: "A million orders",
    notes: [
      `The list is ${formatBytes(lists.mock.bytes)}. Of the ten readers each reads as fast as it can. The limit holds the list as one buffer.`,
    ],
    tables: [
      {
        columns: ["", "the mock", "the limit"],
        rows: [
          ["start to the first list", formatMs(mock.startMs), formatMs(limit.startMs)],
          ["list, first byte", median(lists.mock.firstByte), median(lists.limit.firstByte)],
          ["list, whole", median(lists.mock.whole), median(lists.limit.whole)],
          ["its whole list to the limit's", formatRatio(wholeRatio), ""],
          ["cancels a second, 10 connections", formatNumber(cancels.perSecond), ""],
          [`list after ${formatNumber(cancels.requests)} cancels, whole`, formatMs(afterCancel.wholeMs), ""],
          [
            "ten readers, slowest first byte",
            formatMs(crowd.mock.firstByteMs),
            formatMs(crowd.limit.firstByteMs),
          ],
          ["ten readers, all done", formatMs(crowd.mock.allMs), formatMs(crowd.limit.allMs)],
          ["memory before the ten", crowd.mock.before, crowd.limit.before],
          ["memory at most while they read", crowd.mock.most, crowd.limit.most],
          ["memory at most in all", memory ? formatBytes(memory.most) : "–", ""],
        ],
      },
    ],
    duels: [],
  };
}

async function listSome(bench: Bench, { url, contender }: Server) {
  const whole: number[] = [];
  const firstByte: number[] = [];
  let bytes = 0;
  for (let round = 1; round <= bench.rounds; round++) {
    bench.say(`a million orders: list ${round} of ${bench.rounds} by ${contender.name}`);
    const answer = await call(url, { authorization, limitMs: 60_000 });
    whole.push(answer.wholeMs);
    firstByte.push(answer.firstByteMs);
    bytes = answer.bytes;
  }
  return { whole, firstByte, bytes };
}

/** The first slice warms up; ids start over each time, so the mock does, too. */
async function cancelSome(bench: Bench, mock: Server, idsFile: string) {
  const slices: Slice[] = [];
  for (let round = 0; round <= bench.rounds; round++) {
    await reset(mock);
    const cancels = { every: 1, idsFile };
    const slice = await bench.load.run({ url: mock.url, authorization, seconds: 1, cancels });
    if (slice.badStatuses > 0) throw new Error(`${slice.badStatuses} cancels of a million failed`);
    if (round > 0) slices.push(slice);
  }
  return {
    perSecond: spreadOf(slices.map(({ perSecond }) => perSecond)).median,
    requests: slices.at(-1)!.requests,
  };
}

async function readAtOnce({ url, process }: Server) {
  const show = (bytes: number | undefined) => (bytes === undefined ? "–" : formatBytes(bytes));
  const before = residentMemory(process.pid)?.now;
  let most = before;
  const watch = setInterval(() => {
    const now = residentMemory(process.pid)?.now;
    if (now !== undefined && now > (most ?? 0)) most = now;
  }, 10);
  const startedAt = performance.now();
  try {
    const answers = await Promise.all(
      Array.from({ length: readers }, () => call(url, { authorization, limitMs: 60_000 })),
    );
    return {
      firstByteMs: Math.max(...answers.map(({ firstByteMs }) => firstByteMs)),
      allMs: performance.now() - startedAt,
      before: show(before),
      most: show(most),
    };
  } finally {
    clearInterval(watch);
  }
}
