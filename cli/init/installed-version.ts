/** The versions of a project's packages, and whether the kit works with them. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { readInputFile } from "../read-input.ts";

export interface PackageVersion {
  readonly major: number;
  /** Known only for an installed package. */
  readonly minor?: number;
}

/**
 * The installed version of a package, as resolved from the folder; for a package that is not installed, the major of its
 * range. Undefined for a package that the project does not have, or a range without a number.
 */
export function readPackageVersion(
  folders: readonly string[],
  name: string,
  range: string | undefined,
): PackageVersion | undefined {
  const manifest = folders
    .map((folder) => join(folder, "node_modules", name, "package.json"))
    .find((path) => existsSync(path));
  const installed = manifest && /"version"\s*:\s*"(\d+)\.(\d+)/.exec(readInputFile(manifest, "package.json"));
  if (installed) return { major: Number(installed[1]), minor: Number(installed[2]) };
  const declared = /^[\^~>=v\s]*(\d+)/.exec(range ?? "");
  return declared ? { major: Number(declared[1]) } : undefined;
}

/** The majors that the kit's peer ranges name, with the first minor of each. */
const supported: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  msw: { 2: 14, 3: 0 },
  vitest: { 4: 0, 5: 0 },
};

/** A line about a package that is too old or too new, with the next step. */
export function explainUnsupported(name: string, version: PackageVersion | undefined): string | undefined {
  const majors = supported[name];
  if (version === undefined || majors === undefined) return undefined;
  const { major, minor } = version;
  const first = majors[major];
  if (first !== undefined && (minor ?? first) >= first) return undefined;
  const [older, newer] = Object.entries(majors).map(([number, from]) =>
    from ? `${number}.${from}` : number,
  );
  const has = minor === undefined ? major : `${major}.${minor}`;
  return `Cannot use ${name} ${has}: the files below need ${name} ${older} or ${newer}. Run npm install --save-dev ${name}@${
    first === undefined ? Object.keys(majors).at(-1) : major
  }.`;
}
