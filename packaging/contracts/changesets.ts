/** The changesets that wait for the next release, and what they make of its version. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kitName } from "../../spec/kit-version.ts";
import type { Change } from "./facts.ts";

export const bumps = ["none", "patch", "minor", "major"] as const;
export type Bump = (typeof bumps)[number];

export interface Changeset {
  readonly bump: Bump;
  readonly text: string;
}

const folder = fileURLToPath(new URL("../../.changeset/", import.meta.url));

export function readChangesets(): readonly Changeset[] {
  const names = globSync("*.md", { cwd: folder }).filter((name) => name !== "README.md");
  return names.map((name) => parseChangeset(readFileSync(join(folder, name), "utf8")));
}

export function parseChangeset(file: string): Changeset {
  const [, head = "", text = ""] = /^---\n([\s\S]*?)^---\n([\s\S]*)$/m.exec(file) ?? [];
  const word = new RegExp(`^["']?${kitName}["']?:\\s*(\\w+)`, "m").exec(head)?.[1];
  return { bump: bumps.find((bump) => bump === word) ?? "none", text: text.trim() };
}

/** Before 1.0.0 a minor version may break and a patch may add, as semantic versioning is used by npm's carets. */
export function neededBump(kind: Change["kind"], version: string): Bump {
  if (version.startsWith("0.")) return kind === "break" ? "minor" : "patch";
  return kind === "break" ? "major" : "minor";
}

export const isEnough = (bump: Bump, needed: Bump) => bumps.indexOf(bump) >= bumps.indexOf(needed);

/** Whether a changeset's text has the fact, or what the fact is about, between backquotes. */
export function names({ text }: Changeset, { what }: Change): boolean {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  return quoted.some((name) => what === name || (what.startsWith(name) && /[ .[(]/.test(what[name.length]!)));
}
