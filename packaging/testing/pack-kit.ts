/** The kit as a stranger gets it: packed by npm in a copy of the repository, and installed beside its peers. */

import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { kitName } from "../../spec/kit-version.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** What a clone does not have. */
const notCloned = new Set(["node_modules", "dist", ".git", ".test-reports"]);

export interface PackedKit extends Disposable {
  /** A directory with the kit, what it depends on and its peers in its node_modules, and nothing else. */
  readonly home: string;
  /** Where the kit is installed. */
  readonly directory: string;
  readonly tarball: string;
  /** Paths of the packed files. */
  readonly files: readonly string[];
}

/**
 * Packs and installs the kit. The copy lets tests pack at the same time, and gives the build
 * a stale file to clear away: dist/stale.js.
 */
export async function packKit(): Promise<PackedKit> {
  const place = mkdtempSync(join(realpathSync(tmpdir()), "store-orders-kit-"));
  const dispose = () => rmSync(place, { recursive: true, force: true });
  try {
    return { ...(await packAt(place)), [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function packAt(place: string): Promise<Omit<PackedKit, keyof Disposable>> {
  const clone = join(place, "clone");
  cpSync(root, clone, {
    recursive: true,
    filter: (path) => !notCloned.has(basename(path)),
  });
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  mkdirSync(join(clone, "dist"));
  writeFileSync(join(clone, "dist", "stale.js"), "");

  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", place], { cwd: clone });
  const listing = JSON.parse(stdout.slice(stdout.search(/^[[{]$/m)));
  const [{ filename, files }] = Array.isArray(listing) ? listing : Object.values<never>(listing);
  const tarball = join(place, filename);

  const home = join(place, "home");
  const directory = join(home, "node_modules", kitName);
  mkdirSync(directory, { recursive: true });
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", directory]);
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    mkdirSync(dirname(join(home, "node_modules", name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(home, "node_modules", name));
  }
  return {
    home,
    directory,
    tarball,
    files: (files as { path: string }[]).map(({ path }) => path),
  };
}
