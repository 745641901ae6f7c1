/** The table of runtimes in docs/runtimes.md: what was tried on which, and what happened. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTable } from "markdown-table";
import { kitName } from "../../spec/kit-version.ts";
import { packKit } from "../testing/pack-kit.ts";
import { installRuntimes } from "./install-runtimes.ts";
import { trials, tryRuntime } from "./try-runtime.ts";

const begin = "<!-- table of runtimes: npm run runtimes -->";
const end = "<!-- end of the table -->";

/** Tries everything on every runtime. */
export async function makeRuntimesTable(): Promise<string> {
  const runtimes = await installRuntimes();
  using kit = await packKit();
  const dependencies = { [kitName]: "*", undici: "*", msw: "*" };
  writeFileSync(join(kit.home, "package.json"), JSON.stringify({ type: "module", dependencies }));
  const found: Readonly<Record<string, string | undefined>>[] = [];
  // One after the other: each measures nothing, and each starts processes.
  for (const runtime of runtimes) found.push(await tryRuntime(runtime, kit.home));
  const rows = Object.keys(trials).map((trial) => [
    trial,
    ...found.map((results) => results[trial] ?? "works"),
  ]);
  return markdownTable([["Tried", ...runtimes.map(({ name }) => name)], ...rows]);
}

/** The page with the table in it. */
export function withTable(page: string, table: string): string {
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`There is no place for the table: ${begin}`);
  return `${page.slice(0, before + begin.length)}\n\n${table}\n\n${page.slice(after)}`;
}
