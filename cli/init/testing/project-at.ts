/** A user's project in a folder. */

import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createScratchFolder } from "../../../mocks/testing/scratch-folder.ts";
import { type EndHere, runHere } from "../../testing/run-here.ts";

export type TestProject = ReturnType<typeof projectAt>;

export function projectAt(folder: string) {
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    write(path: string, content: string | object) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
    },
    read: (path: string) => readFileSync(join(folder, path), "utf8"),
    has: (path: string) => existsSync(join(folder, path)),
    files: () => globSync("**/*", { cwd: folder }).toSorted(),
    /** Runs `store-orders init` in the process of the test. */
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

/** A project in a folder that is removed with the test. */
export function createProject(manifest?: object): TestProject {
  const project = projectAt(realpathSync(createScratchFolder()));
  if (manifest) project.write("package.json", manifest);
  return project;
}
