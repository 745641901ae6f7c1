/**
 * `npm run contracts`: what has changed since the last release; fails for a break that no changeset names. `--store`
 * takes today's contracts as those of the version in package.json.
 */

import { writeFileSync } from "node:fs";
import { kitVersion } from "../../spec/kit-version.ts";
import { describeContracts } from "./describe-contracts.ts";
import {
  compareContracts,
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
  process.stdout.write(`${[`Since ${released.version}:`, ...formatChanges(changes)].join("\n")}\n`);
  const breaks = unannounced(changes, readChangesets(), released.version);
  if (breaks.length > 0) {
    process.stderr.write(`${explainUnannounced(breaks, released.version)}\n`);
    process.exitCode = 1;
  }
}
