/**
 * `npm run count`: the lines of TypeScript of each folder beside its budget, and the number of files, without tests,
 * testing/ and examples/. Empty lines do not count.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdownTable } from "markdown-table";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Lines that the folders may have together. */
const budgets: readonly (readonly [folders: readonly string[], lines: number])[] = [
  [["selftest"], 6000],
  [["conformance"], 10_500],
  [["mocks"], 7500],
  [["cli"], 2800],
  [["page"], 4200],
  [["base", "spec", "fixtures", "entries"], 2600],
  [["packaging", "bench"], 1400],
];
const mostLines = 35_000;
const mostFiles = 700;

const isCounted = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.ts$|(?:^|\/)testing\/|^examples\//.test(path);
const linesOf = (path: string) =>
  readFileSync(`${root}${path}`, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "").length;
/** A file at the top counts for the folder of its name; the rest configure tools. */
const folderOf = (path: string) => /^(\w+)(?:\/|\.ts$)/.exec(path)?.[1] ?? "configuration";

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
const files = tracked.filter(isCounted).map((path) => ({ folder: folderOf(path), lines: linesOf(path) }));
const sum = (some: readonly { readonly lines: number }[]) =>
  some.reduce((total, { lines }) => total + lines, 0);

const budgeted = new Set(budgets.flatMap(([folders]) => folders));
const rows: (readonly [name: string, count: number, budget?: number])[] = [
  ...budgets.map(
    ([folders, budget]) =>
      [folders.join(" + "), sum(files.filter(({ folder }) => folders.includes(folder))), budget] as const,
  ),
  ["the rest", sum(files.filter(({ folder }) => !budgeted.has(folder)))],
  ["all", sum(files), mostLines],
  ["files", files.length, mostFiles],
];
const table = rows.map(([name, count, budget]) => [name, String(count), budget ? String(budget) : ""]);
process.stdout.write(`${markdownTable([["", "now", "budget"], ...table], { align: ["l", "r", "r"] })}\n`);
