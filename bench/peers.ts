/** The peers, installed apart from the kit into a cache that git never sees. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "./kit.ts";
import { lastWords, runProcess } from "./processes.ts";

const source = join(root, "bench", "peers");
const cache = join(root, "node_modules", ".cache", "store-orders-bench");

export interface Peers {
  /** Where their packages are, and the scripts of bench/peers/ beside them. */
  readonly folder: string;
  /** Exact versions by package name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Why a package is missing, by its name. */
  readonly missing: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Installs what is not there yet. Never throws for a peer that cannot be had: that one is missing. */
export async function installPeers(say: (what: string) => void): Promise<Peers> {
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(source))
    if (name !== "package.json") copyFileSync(join(source, name), join(cache, name));
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as Manifest;
  const wanted = manifest.dependencies;
  const missing = new Map<string, string>();
  if (!isInstalled(wanted)) {
    say("installing the peers, once: about a minute");
    const fault = await install(manifest, wanted);
    if (fault !== undefined) await installOneByOne(manifest, missing, say);
  }
  return { folder: cache, versions: wanted, missing };
}

/** Every package of the manifest, at its version. */
function isInstalled(wanted: Manifest["dependencies"]): boolean {
  return Object.entries(wanted).every(([name, version]) => installedVersion(name) === version);
}

function installedVersion(name: string): string | undefined {
  const file = join(cache, "node_modules", name, "package.json");
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** Why npm could not, or undefined. */
async function install(
  manifest: Manifest,
  dependencies: Manifest["dependencies"],
): Promise<string | undefined> {
  writeFileSync(join(cache, "package.json"), `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  try {
    const { code, stderr } = await runProcess(
      { command: "npm", args: ["install", ...flags], cwd: cache },
      300_000,
    );
    return code === 0 ? undefined : lastWords(stderr);
  } catch (error) {
    return (error as Error).message;
  }
}

async function installOneByOne(
  manifest: Manifest,
  missing: Map<string, string>,
  say: (what: string) => void,
): Promise<void> {
  rmSync(join(cache, "node_modules"), { recursive: true, force: true });
  let good: Record<string, string> = {};
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    say(`installing ${name} by itself`);
    const fault = await install(manifest, { ...good, [name]: version });
    if (fault === undefined) good = { ...good, [name]: version };
    else missing.set(name, fault);
    // Without the registry each would wait for the same time-out.
    if (missing.size >= 3 && Object.keys(good).length === 0) break;
  }
  for (const name of Object.keys(manifest.dependencies))
    if (!(name in good) && !missing.has(name)) missing.set(name, "not tried: the ones before it failed");
}
