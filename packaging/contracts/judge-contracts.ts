/** What has changed in the contracts since the last release, and what is missing before it may be released. */

import { readFileSync } from "node:fs";
import { type Bump, bumps, type Changeset, isEnough, names, neededBump } from "./changesets.ts";
import { type Contracts, contractTitles } from "./describe-contracts.ts";
import { type Change, compareFacts } from "./facts.ts";

export interface ReleasedContracts extends Contracts {
  readonly version: string;
}
export interface ContractChange extends Change {
  readonly contract: string;
}

export const releasedFile = new URL("released.json", import.meta.url);

export function readReleased(): ReleasedContracts {
  return JSON.parse(readFileSync(releasedFile, "utf8"));
}

export function compareContracts(before: Contracts, now: Contracts): readonly ContractChange[] {
  const parts = Object.entries(contractTitles) as [keyof Contracts, string][];
  return parts.flatMap(([part, contract]) =>
    compareFacts(before[part], now[part]).map((change) => ({ contract, ...change })),
  );
}

/** Breaks that no changeset of the needed size names. */
export function unannounced(
  changes: readonly ContractChange[],
  changesets: readonly Changeset[],
  version: string,
): readonly ContractChange[] {
  const large = changesets.filter(({ bump }) => isEnough(bump, neededBump("break", version)));
  return changes.filter((change) => change.kind === "break" && !large.some((each) => names(each, change)));
}

export function explainUnannounced(breaks: readonly ContractChange[], version: string): string {
  if (breaks.length === 0) return "";
  const count = breaks.length === 1 ? "1 break" : `${breaks.length} breaks`;
  return [
    `Cannot keep the contracts of ${version}: ${count}, got no changeset that names ${breaks.length === 1 ? "it" : "them"}.`,
    ...formatChanges(breaks),
    `Take it back, or announce it: npx changeset add, ${neededBump("break", version)}, with \`${breaks[0]!.what}\` in its text.`,
    "`npm run contracts` lists all changes; `npm run release:version` stores the contracts with the next release.",
  ].join("\n");
}

/** Whether the changesets are enough for all changes, additions too; what is missing, or nothing. */
export function explainBump(
  changes: readonly ContractChange[],
  changesets: readonly Changeset[],
  version: string,
): string {
  const planned = bumps.findLast((bump) => changesets.some((each) => each.bump === bump)) ?? "none";
  const short = changes.filter(({ kind }) => !isEnough(planned, neededBump(kind, version)));
  if (short.length === 0) return "";
  const needed: Bump = neededBump(short.some(({ kind }) => kind === "break") ? "break" : "addition", version);
  return [
    `Cannot release after ${version}: the contracts changed, which needs a ${needed} version, got changesets for ${planned === "none" ? "no new version" : `a ${planned} one`}.`,
    ...formatChanges(short),
    "Run npx changeset add, and say what is new.",
  ].join("\n");
}

export function formatChanges(changes: readonly ContractChange[]): readonly string[] {
  return changes.map(({ kind, contract, what, how }) => `  ${kind.padEnd(8)}  ${contract}: ${what}: ${how}`);
}
