/** The sets of servers that the self-test judges. Each becomes a row of its table. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import type { SuiteOptions } from "../../conformance/run-suite.ts";
import { brokenServers, moreBrokenServers } from "../broken/broken-servers.ts";
import { drawPairs, formatFigures, measureCauses } from "../causes/cause-figures.ts";
import { oddServers, rightServers } from "../right/right-servers.ts";
import { rightWireServers } from "../sockets/right-wire.ts";
import type { WireServer } from "../sockets/wire-server.ts";
import { wrongWireServers } from "../sockets/wrong-wire.ts";
import { type Judgement, judgeAll, type Outcome, type SetResult, type Subject } from "./judge-subjects.ts";
import { everything, formatResult, type Judged, judgeInProcess, judgeServed } from "./judge-variant.ts";
import { knownMisses } from "./known-misses.ts";
import type { SelftestOptions } from "./options.ts";
import { drawVariant } from "./variant.ts";

type SetOptions = Pick<SelftestOptions, "seed"> & Partial<Pick<SelftestOptions, "only" | "isFew">>;

export type Row = Subject & Judged;

/** A server that only bytes on a socket can show hangs longer than this; others answer within milliseconds. */
const timeoutMs = 1000;
/** Maximum share of missed wrong servers: with few orders and calls a run misses 12 of 187, as it sends few unusual ids. */
const maxMissedShare = (isFew: boolean | undefined) => (isFew ? 0.07 : 0);

const named = (rows: readonly Row[], { only = [] }: SetOptions): readonly Row[] =>
  rows.filter(({ id }) => only.length === 0 || only.some((part) => id.includes(part)));

export const wrongRows = (servers: typeof brokenServers): readonly Row[] =>
  servers.map(({ build, ...facts }) => ({ ...facts, builds: [build] }));
export const rightRows = (servers: typeof oddServers): readonly Row[] =>
  servers.map(({ build, options, ...named }) => ({ ...named, builds: [build], mockOptions: options }));
export const wireRows = (servers: readonly WireServer[]): readonly Row[] =>
  servers.map((wire) => ({ ...wire, wire }));

function effortOf({ isFew }: SetOptions): Pick<Judged, "supply" | "options"> {
  const options: SuiteOptions = isFew ? {} : everything;
  return { supply: isFew ? "few" : "plenty", options: { requirements: allRequirements, ...options } };
}

/** Judges rows in process, and those that need a socket over one. */
const judgeNamed = (rows: readonly Row[], options: SetOptions) =>
  judgeAll(rows, (row) => {
    const judged = { ...row, ...effortOf(options) };
    const settleMs = 20;
    return row.wire
      ? judgeServed({ ...judged, timeoutMs, options: { settleMs, ...judged.options } })
      : judgeInProcess(judged);
  });

export async function judgeNamedWrong(options: SetOptions): Promise<SetResult> {
  const rows = named([...wrongRows(brokenServers), ...wireRows(wrongWireServers)], options);
  const judgements = await judgeNamed(rows, options);
  const noticed = judgements.flatMap(({ failed, warned }) => [...failed.map(({ id }) => id), ...warned]);
  // Only disposable servers get ids of 0 and below.
  const mayBeIdle = options.isFew ? ["order-id/unknown-unusual"] : [];
  const idle = allRequirements
    .map(({ id }) => id)
    .filter((id) => !options.only?.length && !noticed.includes(id) && !mayBeIdle.includes(id));
  const summary = summarise("named wrong servers", judgements, maxMissedShare(options.isFew), options);
  const missing = options.isFew ? [] : judgements.filter((each) => each.missing.length > 0);
  return {
    ...summary,
    remarks: [
      ...summary.remarks,
      ...missing.map(({ subject, missing }) => `${subject.id}: caught, but not by ${missing.join(", ")}`),
      ...idle.map((id) => `${id} noticed no server`),
    ],
    isFine: summary.isFine && idle.length === 0 && missing.length === 0,
  };
}

export async function judgeNamedRight(options: SetOptions): Promise<SetResult> {
  const rows = named(rightRows(rightServers), options);
  return summarise("right servers", await judgeNamed(rows, options), 0, options);
}

/** Counts outcomes, and names the servers with an unexpected verdict. */
function summarise(
  set: string,
  judgements: readonly Judgement[],
  maxMissed: number,
  { only = [] }: SetOptions,
): SetResult {
  const counts = new Map<Outcome, number>();
  for (const { outcome } of judgements) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const missed = (counts.get("missed") ?? 0) + (counts.get("no run") ?? 0);
  const remarks = judgements.flatMap(({ subject, outcome, failed, excess, error }) => {
    if (only.length > 0)
      return [
        `${subject.id}: ${outcome}${[...failed.map(formatResult), error ?? ""].map((line) => `\n    ${line}`).join("")}`,
      ];
    if (outcome === "missed") return [`${subject.id}: missed. ${subject.description}`];
    if (outcome === "no run") return [`${subject.id}: no run. ${error}`];
    return excess.map((result) => `${subject.id}: wrong blame. ${formatResult(result)}`);
  });
  return {
    set,
    servers: judgements.length,
    result: [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", "),
    remarks,
    isFine: !counts.has("wrong blame") && missed <= maxMissed * judgements.length,
  };
}

/** Some oddities of a variant hide some mistakes. */
const maxHiddenShare = 0.1;

/** All named servers over a port, each on top of a variant that the seed draws. */
export async function judgeIndependent(options: SetOptions): Promise<SetResult> {
  const rows: readonly Row[] = [
    ...rightRows(oddServers),
    ...wireRows(rightWireServers),
    ...wrongRows([...brokenServers, ...moreBrokenServers]),
    ...wireRows(wrongWireServers),
    ...knownMisses.map(({ row, ...named }) => ({
      ...named,
      // Some variants may show them.
      blames: /^cancel-order\//,
      builds: [row],
      isKnownMiss: true,
    })),
  ];
  return judgeVariants("independent servers", named(rows, options), maxHiddenShare, options);
}

async function judgeVariants(set: string, rows: readonly Row[], maxMissed: number, options: SetOptions) {
  const supply = options.isFew ? "few" : "many";
  const judgements = await judgeAll(rows, (row, index) =>
    judgeServed({ ...row, variant: drawVariant(options.seed, index), supply }),
  );
  return summarise(set, judgements, maxMissed, options);
}

/** Two wrong servers at once, or a wrong and a right one. One may undo the other, so that a miss proves nothing. */
export async function judgePairs(count: number, options: SetOptions): Promise<SetResult> {
  const chance = createSeededChance(options.seed);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
  const wrong = wrongRows([...brokenServers, ...moreBrokenServers]);
  const right = rightRows(oddServers.filter(({ isSlow, options }) => !isSlow && !options));
  const rows = Array.from({ length: count }, () => {
    const [one, other] = [draw(wrong), draw(chance() < 0.5 ? wrong : right)];
    return {
      id: `${one.id}+${other.id}`,
      description: `${one.description} ${other.description}`,
      blames: new RegExp([one, other].flatMap(({ blames }) => blames?.source ?? []).join("|")),
      builds: [...other.builds!, ...one.builds!],
    };
  });
  return judgeVariants("pairs", rows, 1, options);
}

export async function judgeCauses({ seed, isFew }: SetOptions): Promise<SetResult> {
  const figures = await measureCauses({
    singles: brokenServers,
    pairs: drawPairs(330, seed),
    supply: isFew ? "few" : "many",
  });
  return {
    set: "causes",
    servers: figures.singles,
    result: formatFigures(figures),
    remarks: figures.remarks,
    isFine: true,
  };
}
