/**
 * Prints how many named wrong servers a run catches that may send so many requests, as a table and as a picture:
 * `node selftest/curve/run-curve.ts [--picture=FILE.svg]`.
 */

import { writeFile } from "node:fs/promises";
import { brokenServers } from "../broken/broken-servers.ts";
import { rightServers } from "../right/right-servers.ts";
import { type Effort, everything, judgeSubjects } from "../selftest.ts";
import { brokenSubject, rightSubject } from "../subjects.ts";

const budgets: readonly (readonly [name: string, effort: Effort])[] = [
  ...[30, 60, 80, 120, 180, 250].map((maxRequests) => [String(maxRequests), { maxRequests }] as const),
  ["350, the default", {}],
  ["--thorough --disposable", everything],
];
const subjects = [
  ...brokenServers.map((server) => brokenSubject(server, "plenty")),
  ...rightServers.map((server) => rightSubject(server, "plenty")),
];

const points: { readonly name: string; readonly share: number }[] = [];
process.stdout.write("requests                  caught        right ones blamed\n");
for (const [name, effort] of budgets) {
  const results = await judgeSubjects(subjects, undefined, effort);
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const share = count("caught") / brokenServers.length;
  points.push({ name, share });
  const caught = `${count("caught")} of ${brokenServers.length}, ${(100 * share).toFixed(1)} %`;
  process.stdout.write(
    `${name.padEnd(24)}  ${caught.padEnd(22)}  ${count("blamed")} of ${rightServers.length}\n`,
  );
}

const file = process.argv.find((each: string) => each.startsWith("--picture="))?.slice("--picture=".length);
if (file !== undefined) await writeFile(file, picture());

/** A bar for each number of requests. */
function picture(): string {
  const rows = points.map(({ name, share }, index) => {
    const y = 20 + 28 * index;
    const width = Math.round(360 * share);
    return [
      `<text x="190" y="${y + 15}" text-anchor="end">${name}</text>`,
      `<rect x="200" y="${y}" width="${width}" height="20" fill="#3b6ea8"/>`,
      `<text x="${208 + width}" y="${y + 15}">${(100 * share).toFixed(1)} %</text>`,
    ].join("");
  });
  const height = 40 + 28 * points.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 ${height}" font-family="sans-serif" font-size="13" fill="#333"><rect width="640" height="${height}" fill="#fff"/>${rows.join("")}</svg>\n`;
}
