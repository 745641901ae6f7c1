/** A race as a table: requests a second, as a share of the limit, and what the mock gives beside each. */

import { formatBytes, formatMs, formatNumber, formatRatio } from "./numbers.ts";
import type { Lane } from "./race.ts";
import type { Bar, Duel, Section } from "./scenario.ts";
import { ratioOf, spreadOf } from "./statistics.ts";

export interface RaceWords {
  readonly title: string;
  /** Discipline, for the list of duels. */
  readonly what: string;
  /** Heading of the rate's column. */
  readonly rate: string;
  readonly notes: readonly string[];
  /** Contenders that did not get as far as a race, with the reason. */
  readonly absent?: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
}

/** @throws {Error} when the mock or the limit gave nothing */
export function raceSection(lanes: readonly Lane[], words: RaceWords): Section {
  for (const { id, name, nothing } of lanes)
    if (nothing !== undefined && /^(?:limit|mock)/.test(id))
      throw new Error(`${words.what}: ${name}: ${nothing}`);
  const limit = lanes.find(({ id }) => id === "limit")!;
  const mock = lanes.find(({ id }) => id === "mock")!;
  const others = lanes
    .filter((lane) => lane !== limit && lane !== mock)
    .toSorted((a, b) => medianRate(b) - medianRate(a));
  const ordered = [limit, mock, ...others];
  const absent = words.absent ?? [];
  const hasBytes = lanes.some(({ listBytes }) => listBytes !== undefined);
  const reasons = [
    ...ordered.flatMap(({ name, nothing }) => (nothing === undefined ? [] : [`${name}: ${nothing}.`])),
    ...absent.map(({ name, reason }) => `${name}: ${reason}.`),
  ];
  return {
    title: words.title,
    notes: words.notes,
    reasons,
    tables: [
      {
        columns: [
          "",
          words.rate,
          "of the limit",
          "the mock against it",
          "p50",
          "p99",
          ...(hasBytes ? ["bytes"] : []),
        ],
        rows: [
          ...ordered.map((lane) => rowOf(lane, limit, mock)),
          ...absent.map(({ name }) => [name, "nothing", "", "", "", ""]),
        ],
      },
    ],
    duels: others.flatMap((lane) => duelsOf(lane, mock, words.what)),
    bars: [
      ...ordered.map((lane) => barOf(lane, limit)),
      ...absent.map((one) => ({ ...one, ofLimit: undefined })),
    ],
  };
}

const ratesOf = ({ slices }: Lane) => slices.map((slice) => slice?.perSecond);
const measured = (lane: Lane) => lane.slices.filter((slice) => slice !== undefined);

function medianRate(lane: Lane): number {
  const slices = measured(lane);
  return slices.length > 0 ? spreadOf(slices.map(({ perSecond }) => perSecond)).median : 0;
}

function rowOf(lane: Lane, limit: Lane, mock: Lane): readonly string[] {
  const slices = measured(lane);
  if (slices.length === 0) return [lane.name, "nothing", "", "", "", ""];
  const median = (of: (slice: (typeof slices)[number]) => number) => spreadOf(slices.map(of)).median;
  const ofLimit = ratioOf(ratesOf(lane), ratesOf(limit));
  const ofMock = ratioOf(ratesOf(mock), ratesOf(lane));
  return [
    lane.name,
    formatNumber(median(({ perSecond }) => perSecond)),
    lane === limit || !ofLimit ? "" : formatRatio(ofLimit),
    lane === limit || lane === mock || !ofMock ? "" : formatRatio(ofMock),
    formatMs(median(({ p50Ms }) => p50Ms)),
    formatMs(median(({ p99Ms }) => p99Ms)),
    ...(lane.listBytes === undefined ? [] : [formatBytes(lane.listBytes)]),
  ];
}

/** In rate and in the slowest hundredth; a variant of the mock is no other. */
function duelsOf(lane: Lane, mock: Lane, what: string): readonly Duel[] {
  if (lane.id.startsWith("mock-")) return [];
  const rate = ratioOf(ratesOf(mock), ratesOf(lane));
  const p99Of = ({ slices }: Lane) => slices.map((slice) => slice?.p99Ms);
  const wait = ratioOf(p99Of(lane), p99Of(mock));
  return [
    ...(rate ? [{ what, other: lane.name, mockIsBetter: rate.median }] : []),
    ...(wait ? [{ what: `${what}, p99`, other: lane.name, mockIsBetter: wait.median }] : []),
  ];
}

function barOf(lane: Lane, limit: Lane): Bar {
  return { id: lane.id, name: lane.name, ofLimit: ratioOf(ratesOf(lane), ratesOf(limit))?.median };
}
