/** The results of a self-test as text: unexpected outcomes, then a table with a row for each set. */

import { markdownTable } from "markdown-table";
import type { SetResult } from "./judge-subjects.ts";

export type TimedResult = SetResult & { readonly ms: number };

export function formatRemarks({ set, remarks }: SetResult): string {
  return remarks.length === 0 ? "" : `${set}:\n${remarks.map((line) => `  ${line}\n`).join("")}\n`;
}

/** @param seed the seed of all random choices */
export function formatTable(results: readonly TimedResult[], seed: number): string {
  const rows = results.map(({ set, servers, result, ms, isFine }) => [
    set,
    String(servers),
    `${result}${isFine ? "" : " (NOT FINE)"}`,
    (ms / 1000).toFixed(1),
  ]);
  const table = markdownTable([["set", "servers", "result", "s"], ...rows], {
    align: ["l", "r", "l", "r"],
  });
  return `${table}\nseed ${seed}\n`;
}
