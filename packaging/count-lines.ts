/**
 * `npm run count`: the lines of TypeScript of each folder, without tests, testing/, examples/ and bench/, and without
 * empty lines.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Of commit 559a8ac, before the kit was laid out anew; counted in the same way. */
const atTheStart = 17_634;

const isCounted = (path: string) =>
  path.endsWith(".ts") && !/\.test\.ts$|(?:^|\/)testing\/|^(?:examples|bench)\//.test(path);

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
const lines = new Map<string, number>();
for (const path of tracked.filter(isCounted)) {
  const folder = path.includes("/") ? `${path.slice(0, path.indexOf("/"))}/` : path;
  const count = readFileSync(`${root}${path}`, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "").length;
  lines.set(folder, (lines.get(folder) ?? 0) + count);
}
const total = [...lines.values()].reduce((sum, count) => sum + count, 0);
const rows = [...lines].sort(([, a], [, b]) => b - a);
for (const [folder, count] of [...rows, ["all", total] as const, ["559a8ac", atTheStart] as const])
  process.stdout.write(`${String(count).padStart(7)}  ${folder}\n`);
