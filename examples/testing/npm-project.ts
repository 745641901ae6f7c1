/** A project of a user's, in which npm has installed the packed kit and other packages. */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { packKit } from "../../tools/testing/pack-kit.ts";
import { withoutVitest } from "./install-examples.ts";

const run = promisify(execFile);

/** The environment of a user: this Node first in the path, and no variables of the test. */
export const npmEnv = {
  ...withoutVitest(process.env),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NO_COLOR: "1",
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
};

/** A project for all tests of a file, in which the packages are there. */
export function prepareNpmProject(...packages: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "store-orders-project-"));
  const project = {
    folder,
    write: (path: string, text: string) => writeFileSync(join(folder, path), text),
    run: (command: string, ...args: readonly string[]) => run(command, args, { cwd: folder, env: npmEnv }),
  };
  beforeAll(async () => {
    using kit = await packKit();
    project.write("package.json", JSON.stringify({ private: true, type: "module" }));
    await project.run("npm", "install", "--save-dev", kit.tarball, ...packages);
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return project;
}
