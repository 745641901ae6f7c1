/** Part of `npm run release:version`: writes the version of package.json into each other file that has it. */

import { readFileSync, writeFileSync } from "node:fs";
import { kitVersion } from "../../spec/kit-version.ts";

export const versionPlaces: readonly string[] = [
  "spec/kit-version.ts",
  "action.yml",
  "README.md",
  "docs/reports.md",
  "docs/setup.md",
  "examples/ci/github-verify-nightly.yml",
  "conformance/report/reporters/markdown.test.ts",
  "conformance/report/reporters/terminal.test.ts",
];

/** Matches the kit's name with its version; the first group is the text before the version. */
export function statedVersions(version: string): RegExp {
  const before = ['store-orders-kit(?:@v?| |", "version": ")', "Store Orders mock ", 'kitVersion = "'];
  return new RegExp(`(${before.join("|")})${version.replaceAll(".", "\\.")}(?![\\d.]*\\d)`, "g");
}

function writeVersion(): void {
  const root = new URL("../../", import.meta.url);
  const read = (path: string) => readFileSync(new URL(path, root), "utf8");
  const { version } = JSON.parse(read("package.json"));
  for (const path of versionPlaces) {
    const text = read(path);
    const changed = text.replaceAll(statedVersions(kitVersion), `$1${version}`);
    if (changed === text && version !== kitVersion)
      throw new Error(
        `Cannot write ${version} into ${path}: it does not have ${kitVersion}. Correct the list.`,
      );
    writeFileSync(new URL(path, root), changed);
  }
  const lock = JSON.parse(read("package-lock.json"));
  lock.version = lock.packages[""].version = version;
  writeFileSync(new URL("package-lock.json", root), `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${kitVersion} is now ${version} in ${versionPlaces.length + 1} files.\n`);
}

if (import.meta.main) writeVersion();
