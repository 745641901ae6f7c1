/** Bundles the JavaScript of every entry of the package, and of its command; tsc -b adds the types. */

import { readFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import { describeBundledPackages } from "./tools/build/bundled-packages.ts";
import { pageBuild, styleSheets } from "./tools/build/page-build.ts";

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string | null>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** Names of the files in dist/ that package.json names, each with its source. */
function entries(): Record<string, string> {
  const exported = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? entry : Object.values(entry).filter((path) => path !== null),
  );
  const promised = [...exported, ...Object.values(manifest.bin)];
  const names = promised.flatMap((path) => /^(?:\.\/)?dist\/(.+)\.js$/.exec(path)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, `./${name}.ts`]));
}

const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

const kit = defineConfig({
  input: entries(),
  platform: "neutral",
  // The oldest Node the package runs on: `using` is newer.
  transform: { target: "node22.19" },
  external: [/^node:/, ...installed.map((name) => new RegExp(`^${name}(?:/|$)`))],
  plugins: [describeBundledPackages(), styleSheets()],
  // For example an import that is not found, which would fail only on a user's machine.
  onwarn: (warning) => {
    throw new Error(warning.message);
  },
  output: {
    dir: "dist",
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
  },
});

export default [kit, pageBuild([describeBundledPackages()])];
