/** Bundles the JavaScript of every door of the package, and of its command; tsc -b adds the types. */

import { readFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import { createLicenceNotices } from "./packaging/licence-notices.ts";
import { createNodeModules } from "./packaging/node-modules.ts";
import { createSmallFaker } from "./packaging/small-faker.ts";
import { createSmallUndici } from "./packaging/small-undici.ts";

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** Every file in dist/ that package.json promises, by name, each with the source it is made from. */
function entries(): Record<string, string> {
  const doors = Object.values(manifest.exports).map((door) =>
    typeof door === "string" ? door : door.default,
  );
  const promised = [...doors, ...Object.values(manifest.bin)];
  const names = promised.flatMap((path) => /^(?:\.\/)?dist\/(.+)\.js$/.exec(path)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, `./${name}.ts`]));
}

const installed = Object.keys(manifest.peerDependencies);

export default defineConfig({
  input: entries(),
  platform: "neutral",
  // The oldest Node the package runs on: `using` is newer.
  transform: { target: "node22.19" },
  external: [/^node:/, ...installed.map((name) => new RegExp(`^${name}(?:/|$)`))],
  // cli.js tells an old Node that it is too old.
  plugins: [createSmallFaker(), createSmallUndici(), createNodeModules(["cli.js"]), createLicenceNotices()],
  // Such as an import that is not found, which would otherwise be left to the user's machine.
  onwarn: (warning) => {
    throw new Error(warning.message);
  },
  treeshake: { propertyReadSideEffects: false },
  output: {
    dir: "dist",
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: {
      // Opening a file costs a start more than reading on in one: what the mock needs anyway goes together.
      groups: [
        { name: "spec", test: /\/base\/[\w-]+\.ts$|\/spec\/(?![\w-]*clause)[\w-]+\.ts$/ },
        { name: "command-line", test: /\/cli\/(?!terminal)[\w-]+\.ts$/ },
        { name: "fixtures", test: /\/fixtures\/[\w-]+\.ts$|\/node_modules\/@faker-js\// },
        { name: "mock", test: /\/mocks\/(?:mock\.ts$|core\/|http\/|faults\/|journal\/|worlds\/|control\/)/ },
        // With all that these import, if it is in none of the above.
        { name: "mock-server", test: /\/mocks\/adapters\/server\/mock-server\.ts$/ },
        { name: "suite", test: /\/conformance\/(?:run-suite|targets\/target)\.ts$/ },
        {
          name: "http-target",
          test: /\/conformance\/targets\/http\/http-target\.ts$|\/cli\/verify\/progress-line\.ts$/,
        },
        { name: "report", test: /\/conformance\/report\/(?:reporters\/terminal|second-opinion)\.ts$/ },
      ],
    },
  },
});
