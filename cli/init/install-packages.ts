/** Installs what package.json names, by the project's own package manager. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import type { PackageManager } from "./read-project.ts";

/** Its output goes to standard error. @returns whether it ended well */
export async function installPackages(manager: PackageManager, folder: string): Promise<boolean> {
  const child = spawn(manager, ["install"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    // On Windows a package manager is a script of the shell's; nothing here is a user's text.
    shell: process.platform === "win32",
  });
  const [code] = await once(child, "exit").catch(() => [1]);
  return code === 0;
}
