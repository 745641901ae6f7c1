/** What has changed in the contracts since the last release, and which breaks no changeset names. */

import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { kitName } from "../../spec/kit-version.ts";
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

const bumps = ["none", "patch", "minor", "major"] as const;
type Bump = (typeof bumps)[number];

export interface Changeset {
  readonly bump: Bump;
  readonly text: string;
}

export function readChangesets(): readonly Changeset[] {
  const folder = fileURLToPath(new URL("../../.changeset/", import.meta.url));
  const names = globSync("*.md", { cwd: folder }).filter((name) => name !== "README.md");
  return names.map((name) => parseChangeset(readFileSync(folder + name, "utf8")));
}

export function parseChangeset(file: string): Changeset {
  const [, head = "", text = ""] = /^---\n([\s\S]*?)^---\n([\s\S]*)$/m.exec(file) ?? [];
  const word = new RegExp(`^["']?${kitName}["']?:\\s*(\\w+)`, "m").exec(head)?.[1];
  return { bump: bumps.find((bump) => bump === word) ?? "none", text: text.trim() };
}

/** Before 1.0.0 a minor version may break, as semantic versioning is used by npm's carets. */
const breaking = (version: string): Bump => (version.startsWith("0.") ? "minor" : "major");

/** Whether a changeset's text has the fact, or what the fact is about, between backquotes. */
function names({ text }: Changeset, { what }: Change): boolean {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  return quoted.some((name) => what === name || (what.startsWith(name) && /[ .[(]/.test(what[name.length]!)));
}

/** Breaks that no changeset of the needed size names. */
export function unannounced(
  changes: readonly ContractChange[],
  changesets: readonly Changeset[],
  version: string,
): readonly ContractChange[] {
  const large = changesets.filter(({ bump }) => bumps.indexOf(bump) >= bumps.indexOf(breaking(version)));
  return changes.filter((change) => change.kind === "break" && !large.some((each) => names(each, change)));
}

export function explainUnannounced(breaks: readonly ContractChange[], version: string): string {
  if (breaks.length === 0) return "";
  const count = breaks.length === 1 ? "1 break" : `${breaks.length} breaks`;
  return [
    `Cannot keep the contracts of ${version}: ${count}, got no changeset that names ${breaks.length === 1 ? "it" : "them"}.`,
    ...formatChanges(breaks),
    `Take it back, or announce it: npx changeset add, ${breaking(version)}, with \`${breaks[0]!.what}\` in its text.`,
    "`npm run contracts` lists all changes; `npm run release:version` stores the contracts with the next release.",
  ].join("\n");
}

export function formatChanges(changes: readonly ContractChange[]): readonly string[] {
  return changes.map(({ kind, contract, what, how }) => `  ${kind.padEnd(8)}  ${contract}: ${what}: ${how}`);
}
