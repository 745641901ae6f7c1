/** The kit as a stranger gets it: packed by npm, unpacked beside its dependencies. */

import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BadInput } from "../base/bad-input.ts";
import { kitName } from "../spec/kit-version.ts";
import { lastWords, runProcess } from "./processes.ts";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Version of a package that the kit itself uses. */
export function ownVersion(name: string): string {
  const file = join(root, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/**
 * Path of the cli.js to measure.
 * @throws {BadInput} when there is none or the kit cannot be packed
 */
export async function prepareKit(folder: string, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    if (!existsSync(given))
      throw new BadInput(`Cannot measure ${given}: there is no such file. Build it, or leave --cli out.`);
    return resolve(given);
  }
  const pack = await runProcess(
    { command: "npm", args: ["pack", "--json", "--pack-destination", folder], cwd: root },
    120_000,
  );
  if (pack.code !== 0)
    throw new BadInput(
      `Cannot pack the kit: ${compilerWords(pack.stdout) ?? lastWords(pack.stderr)}. Run npm run build to see why.`,
    );
  const listing: unknown = JSON.parse(pack.stdout.slice(pack.stdout.search(/^[[{]$/m)));
  // npm 11 lists packages in an array, later ones by name.
  const [{ filename }] = Object.values(listing as Record<string, { filename: string }>) as [
    { filename: string },
  ];
  const kit = join(folder, "node_modules", kitName);
  mkdirSync(kit, { recursive: true });
  const tar = ["-xzf", join(folder, filename), "--strip-components=1", "-C", kit];
  await runProcess({ command: "tar", args: tar }, 30_000);
  // The one peer that its doors are measured with; of its own it has no dependencies.
  symlinkSync(join(root, "node_modules", "msw"), join(folder, "node_modules", "msw"));
  return join(kit, "dist", "cli.js");
}

/** The first error of tsc, which npm's own last words hide. */
const compilerWords = (output: string) => /^.*error TS\d+:.*$/m.exec(output)?.[0].slice(0, 160);
