/** Part of `npm run release:version`: the version of package.json in every other place that states it. */

import { readFileSync, writeFileSync } from "node:fs";
import { kitVersion } from "../../spec/kit-version.ts";
import { statedVersions, versionPlaces } from "./version-places.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const { version } = JSON.parse(read("package.json"));

for (const path of versionPlaces) {
  const text = read(path);
  const changed = text.replaceAll(statedVersions(kitVersion), (_, before: string) => `${before}${version}`);
  if (changed === text && version !== kitVersion)
    throw new Error(
      `Cannot write ${version} into ${path}: it does not state ${kitVersion}. Look at version-places.ts.`,
    );
  writeFileSync(new URL(path, root), changed);
}
const lock = JSON.parse(read("package-lock.json"));
lock.version = version;
lock.packages[""].version = version;
writeFileSync(new URL("package-lock.json", root), `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${kitVersion} is now ${version} in ${versionPlaces.length + 1} files.\n`);
