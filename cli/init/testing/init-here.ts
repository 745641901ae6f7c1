/** `store-orders init` in a folder of a test, in its process. */

import { globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createScratchFolder } from "../../../mocks/testing/scratch-folder.ts";
import { type EndHere, runHere } from "../../testing/run-here.ts";

export function createProject(manifest?: object) {
  const folder = realpathSync(createScratchFolder());
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  if (manifest) write("package.json", JSON.stringify(manifest));
  return {
    folder,
    write,
    read: (path: string) => readFileSync(join(folder, path), "utf8"),
    files: () => globSync("**/*", { cwd: folder }).toSorted(),
    async init(...args: readonly string[]): Promise<EndHere> {
      const before = process.cwd();
      process.chdir(folder);
      try {
        return await runHere(["init", ...args]);
      } finally {
        process.chdir(before);
      }
    },
  };
}
