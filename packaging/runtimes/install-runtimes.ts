/** The runtimes that the kit is tried on, each as its registry package ships it: a program, without install scripts. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface Runtime {
  /** As the table names it, with its version. */
  readonly name: string;
  /** The program and what comes before the file that it runs. */
  readonly command: readonly [program: string, ...args: readonly string[]];
}

/** The oldest Node that the package asks for, the one it is made on, and the newest. */
const nodes = ["22.19.0", "24.21.0", "26.10.0"];
const bun = "1.4.5";
const deno = "2.9.6";

const folder = fileURLToPath(new URL("../../node_modules/.cache/runtimes", import.meta.url));

/** Packages for this machine; there are others for other ones. */
function packagesOf(): readonly (readonly [alias: string, spec: string])[] {
  const { platform, arch } = process;
  const bunArch = arch === "arm64" ? "aarch64" : arch;
  const denoLibrary = platform === "linux" ? "-glibc" : "";
  return [
    ...nodes.map((version) => [`node-${version}`, `npm:node-${platform}-${arch}@${version}`] as const),
    ["bun-runtime", `npm:@oven/bun-${platform}-${bunArch}@${bun}`],
    ["deno-runtime", `npm:@deno/${platform}-${arch}${denoLibrary}@${deno}`],
  ];
}

/** Installs what is not there yet. @throws where the registry has it not for this machine, or is not reached */
export async function installRuntimes(): Promise<readonly Runtime[]> {
  const place = (...path: string[]) => join(folder, "node_modules", ...path);
  const dependencies = Object.fromEntries(packagesOf());
  const manifest = JSON.stringify({ private: true, dependencies });
  if (!Object.keys(dependencies).every((name) => existsSync(place(name)))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), manifest);
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
    await promisify(execFile)("npm", ["install", ...options], { cwd: folder });
  }
  return [
    ...nodes.map((version) => ({
      name: `Node ${version}`,
      command: [place(`node-${version}`, "bin", "node")] as const,
    })),
    { name: `Bun ${bun}`, command: [place("bun-runtime", "bin", "bun")] },
    {
      name: `Deno ${deno}`,
      command: [place("deno-runtime", "deno"), "run", "--allow-all", "--node-modules-dir=manual"],
    },
  ];
}
