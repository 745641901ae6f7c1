/** The kit as users get it: packed by npm in a copy of the repository, and installed beside its peers. */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { kitName } from "../../spec/kit-version.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Names that a clone does not have. */
const notCloned = new Set(["node_modules", "dist", ".git", ".test-reports"]);
export const isCloned = (name: string) => !notCloned.has(name);

export interface PackedKit extends Disposable {
  /** A folder with the kit, its dependencies and its peers in node_modules, and nothing else. */
  readonly home: string;
  /** Folder of the installed kit. */
  readonly directory: string;
  readonly tarball: string;
  /** Paths of the packed files. */
  readonly files: readonly string[];
  /** Makes a clone of the repository, as it is after npm ci. */
  clone(): string;
}

/** Installs the kit in a folder of its own. It is packed once for the same sources, in node_modules/.cache. */
export async function packKit(): Promise<PackedKit> {
  const packed = await packOnce();
  const place = createPlace();
  const dispose = () => rmSync(place, { recursive: true, force: true });
  try {
    return { ...(await install(packed, place)), [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

const cache = join(root, "node_modules", ".cache", "packed-kit");
/** Age of a lock in ms from which its process is taken to be gone: longer than any build. */
const maxLockMs = 200_000;

/**
 * Packs where no process has packed these sources, and waits where another one packs.
 * @returns a folder with the tarball, the listing of npm, and the clone that it was made in
 */
async function packOnce(): Promise<string> {
  const packed = join(cache, hashOf(readdirSync(root).filter(isCloned)));
  const lock = join(cache, "lock");
  mkdirSync(cache, { recursive: true });
  while (!existsSync(packed)) {
    try {
      mkdirSync(lock);
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > maxLockMs) rmSync(lock, { recursive: true, force: true });
      await pause(100);
      continue;
    }
    try {
      await packInto(packed);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return packed;
}

/** Packs in a clone outside of the repository, and keeps all but its node_modules. */
async function packInto(packed: string): Promise<void> {
  const place = createPlace();
  try {
    await packAt(place);
    for (const name of readdirSync(cache).filter((each) => each !== "lock"))
      rmSync(join(cache, name), { recursive: true, force: true });
    const copy = mkdtempSync(join(cache, "copying-"));
    cpSync(place, copy, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
    renameSync(copy, packed);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const createPlace = () => mkdtempSync(join(realpathSync(tmpdir()), "store-orders-kit-"));

function hashOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).filter(isCloned).sort()) add(join(path, name));
    } else hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  };
  for (const name of sources.toSorted()) add(join(root, name));
  return hash.digest("hex");
}

/** Packs a clone that has an old file in dist/, which the build must remove. */
async function packAt(place: string): Promise<void> {
  const clone = join(place, "clone");
  copyRepository(root, clone);
  mkdirSync(join(clone, "dist"));
  writeFileSync(join(clone, "dist", "stale.js"), "");
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", place], { cwd: clone });
  writeFileSync(join(place, "listing.json"), stdout.slice(stdout.search(/^[[{]$/m)));
}

/** Copies the repository as a clone is after npm ci. */
export function copyRepository(from: string, to: string, isWanted = isCloned): void {
  mkdirSync(to);
  for (const name of readdirSync(from).filter(isWanted))
    cpSync(join(from, name), join(to, name), {
      recursive: true,
      filter: (path) => isWanted(basename(path)),
    });
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
}

/** Makes `store-orders` a command of the project, as npm does. */
function linkCommand(home: string, program: string): void {
  const bin = join(home, "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  chmodSync(program, 0o755);
  symlinkSync(program, join(bin, "store-orders"));
}

async function install(packed: string, place: string): Promise<Omit<PackedKit, keyof Disposable>> {
  const listing = JSON.parse(readFileSync(join(packed, "listing.json"), "utf8"));
  const [{ filename, files }] = Array.isArray(listing) ? listing : Object.values<never>(listing);
  const tarball = join(place, filename);
  cpSync(join(packed, filename), tarball);

  const home = join(place, "home");
  const directory = join(home, "node_modules", kitName);
  mkdirSync(directory, { recursive: true });
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", directory]);
  linkCommand(home, join(directory, "dist", "cli.js"));
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
    clone: () => {
      const clone = join(place, "clone");
      copyRepository(join(packed, "clone"), clone, (name) => name !== "node_modules");
      return clone;
    },
  };
}

/** What a compiler of this repository prints in a folder; empty without errors. */
export const compileIn = (cwd: string, args: readonly string[], compiler = "typescript"): Promise<string> =>
  run(process.execPath, [join(root, "node_modules", compiler, "bin", "tsc"), ...args], { cwd }).then(
    ({ stdout }) => stdout,
    ({ stdout, message }) => stdout || message,
  );
