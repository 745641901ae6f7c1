/**
 * `npm run contracts`: what has changed since the last release. `--check` fails where the changesets are not enough
 * for it; `--store` takes today's contracts as those of the version in package.json.
 */

import { writeFileSync } from "node:fs";
import { kitVersion } from "../../spec/kit-version.ts";
import { describeContracts } from "./describe-contracts.ts";
import {
  compareContracts,
  explainBump,
  explainUnannounced,
  formatChanges,
  readChangesets,
  readReleased,
  releasedFile,
  unannounced,
} from "./judge-contracts.ts";

const contracts = describeContracts();
if (process.argv.includes("--store")) {
  writeFileSync(releasedFile, `${JSON.stringify({ version: kitVersion, ...contracts }, null, 2)}\n`);
  process.stdout.write(`The contracts are stored as those of ${kitVersion}.\n`);
} else {
  const released = readReleased();
  const changes = compareContracts(released, contracts);
  const heading = changes.length === 0 ? "Nothing has changed" : `${changes.length} changes`;
  process.stdout.write(
    `${[`${heading} since ${released.version}.`, ...formatChanges(changes)].join("\n")}\n`,
  );
  if (process.argv.includes("--check")) {
    const changesets = readChangesets();
    const problems = [
      explainUnannounced(unannounced(changes, changesets, released.version), released.version),
      explainBump(changes, changesets, released.version),
    ].filter((text) => text !== "");
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
}
