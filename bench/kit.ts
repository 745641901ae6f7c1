/** The kit as a stranger gets it: packed by npm, unpacked beside what it needs. */

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { kitName } from "../spec/kit-version.ts";

export const root = fileURLToPath(new URL("../", import.meta.url));

/** Path of the packed kit's cli.js. @throws {Error} when the kit cannot be packed */
export async function prepareKit(folder: string): Promise<string> {
  const { stdout } = await execa("npm", ["pack", "--json", "--pack-destination", folder], { cwd: root });
  // npm 11 lists packages in an array, later ones by name; the build's own lines come before.
  const [{ filename }] = Object.values<{ filename: string }>(
    JSON.parse(stdout.slice(stdout.search(/^[[{]$/m))),
  ) as [{ filename: string }];
  const kit = join(folder, "node_modules", kitName);
  mkdirSync(kit, { recursive: true });
  await execa("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", kit]);
  for (const name of ["undici", "msw"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  return join(kit, "dist", "cli.js");
}
