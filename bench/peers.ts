/** The peers, installed apart from the kit into a cache that git never sees. */

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { Contender } from "./contender.ts";
import { otherContenders, peersSource, prismContender } from "./servers.ts";

export interface Peers {
  readonly folder: string;
  /** Exact versions by package name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly contenders: readonly Contender[];
  /** One line for each peer left out. */
  readonly leftOut: readonly string[];
}

const folder = fileURLToPath(new URL("../node_modules/.cache/store-orders-bench/", import.meta.url));
const versionOf = (file: string): string | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;

/** Installs what is not there yet. Never throws for a peer that cannot be had: that one is left out. */
export async function installPeers(): Promise<Peers> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(peersSource)) copyFileSync(join(peersSource, name), join(folder, name));
  const versions: Record<string, string> = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ).dependencies;
  const isMissing = (name: string) =>
    versionOf(join(folder, "node_modules", name, "package.json")) !== versions[name];
  let fault = "";
  if (Object.keys(versions).some(isMissing)) {
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    const done = await execa("npm", ["install", ...flags], { cwd: folder, timeout: 300_000, reject: false });
    if (done.failed) fault = done.stderr.trim().split("\n").at(-1)?.slice(0, 120) ?? "npm failed";
  }
  const java = await execa("java", ["-version"], { reject: false });
  const reasonFor = ({ id, packages }: Contender) => {
    if (packages.some(isMissing)) return `npm says: ${fault}`;
    return id === "wiremock" && java.failed ? "there is no java on the PATH" : undefined;
  };
  const all = [prismContender(folder), ...otherContenders(folder)];
  return {
    folder,
    versions,
    contenders: all.filter((contender) => reasonFor(contender) === undefined),
    leftOut: all.flatMap((contender) => {
      const reason = reasonFor(contender);
      return reason === undefined ? [] : [`${contender.name}: ${reason}`];
    }),
  };
}
