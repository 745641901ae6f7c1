/** Servers under load in turns: short slices, round after round, so that all meet the same noise. */

import type { Bench, Duel, Section } from "./bench.ts";
import type { Contender, OrderFiles } from "./contender.ts";
import type { Slice, SliceRequest } from "./load.ts";
import { formatBytes, formatMs, formatNumber, formatRatio, ratioOf, spreadOf } from "./numbers.ts";
import { type Server, startServer } from "./server.ts";

export interface Race {
  readonly title: string;
  /** Discipline, for the list of duels. */
  readonly what: string;
  /** Heading of the rate's column. */
  readonly rate: string;
  readonly notes: readonly string[];
  readonly contenders: readonly Contender[];
  readonly orders: OrderFiles;
  readonly seconds: number;
  readonly request: Omit<SliceRequest, "url" | "seconds">;
  /** Every answer is to be 400 or above. */
  readonly isRefused?: boolean;
  /** Puts a server back before a slice. */
  readonly before?: (server: Server) => Promise<unknown>;
}

interface Lane {
  readonly contender: Contender;
  readonly server: Server | undefined;
  readonly slices: Slice[];
  /** Why there is nothing to show. */
  nothing: string | undefined;
}

/** Each server once to warm up, then so many rounds, each begun by another one. @throws {Error} when the mock or the limit gave nothing */
export async function race(bench: Bench, options: Race): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const lanes: Lane[] = [];
  for (const contender of options.contenders) {
    const lane: Lane = { contender, server: undefined, slices: [], nothing: undefined };
    try {
      lanes.push({ ...lane, server: stack.use(await startServer(bench, contender, options.orders)) });
    } catch (error) {
      lanes.push({ ...lane, nothing: (error as Error).message });
    }
  }
  for (let round = 0; round <= bench.rounds; round++) {
    const first = round % lanes.length;
    for (const lane of [...lanes.slice(first), ...lanes.slice(0, first)])
      await runSlice(bench, lane, round, options);
  }
  const own = lanes.find(
    ({ contender, nothing }) => /^(?:limit|mock)/.test(contender.id) && nothing !== undefined,
  );
  if (own) throw new Error(`${own.contender.name}: ${own.nothing}`);
  return sectionOf(lanes, options);
}

async function runSlice(bench: Bench, lane: Lane, round: number, options: Race): Promise<void> {
  const { server, contender } = lane;
  if (!server || lane.nothing !== undefined) return;
  try {
    await options.before?.(server);
    const seconds = (round === 0 ? contender.warmUpSeconds : undefined) ?? options.seconds;
    const slice = await bench.load.run({ ...options.request, url: server.url, seconds });
    lane.nothing = faultOf(slice, options.isRefused ?? false);
    if (lane.nothing === undefined && round > 0) lane.slices.push(slice);
  } catch (error) {
    lane.nothing = (error as Error).message.split("\n")[0]!;
  }
}

/** Why a slice tells nothing about speed. */
function faultOf(slice: Slice, isRefused: boolean): string | undefined {
  if (slice.requests === 0) return "no answer within a slice";
  if (isRefused && slice.badStatuses < slice.requests) return "it lets requests without a key in";
  if (!isRefused && slice.badStatuses > 0) return `${slice.badStatuses} answers of 400 and above`;
  return undefined;
}

const ratesOf = ({ slices }: Lane) => slices.map(({ requests, seconds }) => requests / seconds);
const p99Of = ({ slices }: Lane) => slices.map(({ p99Ms }) => p99Ms);
const medianRate = (lane: Lane) => (lane.nothing === undefined ? spreadOf(ratesOf(lane)).median : 0);

function sectionOf(lanes: readonly Lane[], { title, what, rate, notes }: Race): Section {
  const [limit, mock, ...rest] = lanes as [Lane, Lane, ...Lane[]];
  const others = rest.toSorted((a, b) => medianRate(b) - medianRate(a));
  const row = (lane: Lane) => {
    const { contender, nothing, slices, server } = lane;
    if (nothing !== undefined) return [contender.name, "nothing", "", "", "", "", nothing];
    return [
      contender.name,
      formatNumber(medianRate(lane)),
      lane === limit ? "" : formatRatio(ratioOf(ratesOf(lane), ratesOf(limit))),
      lane === limit || lane === mock ? "" : formatRatio(ratioOf(ratesOf(mock), ratesOf(lane))),
      formatMs(spreadOf(slices.map(({ p50Ms }) => p50Ms)).median),
      formatMs(spreadOf(p99Of(lane)).median),
      formatBytes(server?.listBytes ?? 0),
    ];
  };
  return {
    title,
    notes,
    table: [
      ["", rate, "of the limit", "the mock against it", "p50", "p99", "list"],
      ...[limit, mock, ...others].map(row),
    ],
    duels: others.flatMap((lane) => duelsOf(lane, mock, what)),
  };
}

/** In rate and in the slowest hundredth; a variant of the mock is no other. */
function duelsOf(lane: Lane, mock: Lane, what: string): readonly Duel[] {
  const { id, name } = lane.contender;
  if (id.startsWith("mock") || lane.nothing !== undefined) return [];
  const rate = ratioOf(ratesOf(mock), ratesOf(lane))!;
  const wait = ratioOf(p99Of(lane), p99Of(mock))!;
  return [
    { what, other: name, mockIsBetter: rate.median },
    { what: `${what}, p99`, other: name, mockIsBetter: wait.median },
  ];
}
