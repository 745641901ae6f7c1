/** Part of the release workflow: checks the tag, and writes the notes and the addresses that npm's provenance needs. */

import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { kitVersion } from "../../spec/kit-version.ts";

const [notesFile = "release-notes.md"] = process.argv.slice(2);
const { RELEASE_TAG: tag, REPOSITORY_URL: address } = process.env;

/** Finds reasons against a release. */
function findProblems(version: string, notes: string | undefined): readonly string[] {
  const needs: readonly (readonly [isRight: boolean, problem: string])[] = [
    [tag === `v${version}`, `the tag must be v${version}, got ${tag ?? "none"}`],
    [kitVersion === version, `spec/kit-version.ts says ${kitVersion}, package.json ${version}`],
    [notes !== undefined, `CHANGELOG.md has no heading ${version}`],
    [globSync(".changeset/*.md").join() === ".changeset/README.md", "changesets are left over"],
    [
      /^https:\/\/[^/\s]+\/\S+$/.test(address ?? ""),
      `REPOSITORY_URL must be an https address, got ${address ?? "none"}`,
    ],
  ];
  return needs.flatMap(([isRight, problem]) => (isRight ? [] : problem));
}

/** The section of the changelog, without its heading. */
function notesOf(version: string): string | undefined {
  if (!existsSync("CHANGELOG.md")) return undefined;
  const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  return sections
    .find((section) => section.startsWith(`${version}\n`))
    ?.slice(version.length)
    .trim();
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const notes = notesOf(manifest.version);
const problems = findProblems(manifest.version, notes);
if (problems.length > 0) {
  process.stderr.write(
    `Cannot release ${manifest.version}: ${problems.join("; ")}. Run npm run release:version, commit, and tag that commit.\n`,
  );
  process.exitCode = 1;
} else {
  const addresses = {
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: "git", url: `git+${address}.git` },
  };
  writeFileSync("package.json", `${JSON.stringify({ ...manifest, ...addresses }, null, 2)}\n`);
  writeFileSync(notesFile, `${notes}\n`);
}
