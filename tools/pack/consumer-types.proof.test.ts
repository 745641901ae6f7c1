import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { kitName } from "../../spec/kit-version.ts";
import { describeContracts } from "../check/contracts.ts";
import { compileIn } from "../testing/pack-kit.ts";
import { usePackedKit } from "../testing/use-packed-kit.ts";

/** Types of the packed kit, as compilers and editors of its users see them. */

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The names that each entry exports, as an import writes them: `createMock` or `type Mock`. */
const exported = Object.entries(describeContracts().exports).flatMap(([entry, names]) =>
  typeof names === "string" ? [] : [[`${kitName}${entry.slice(1)}`, names] as const],
);
/** One file for each entry, with all of its names. */
const namings = exported.map((_, index) => `names-${index}.ts`);

const kit = usePackedKit(({ home }) => {
  symlinkSync(pathOf("../../node_modules/@types"), join(home, "node_modules", "@types"));
  writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module", private: true }));
  copyFileSync(pathOf("../testing/consumer.ts"), join(home, "consumer.ts"));
  for (const [index, [entry, names]] of exported.entries())
    writeFileSync(join(home, namings[index]!), `export { ${names.join(", ")} } from "${entry}";\n`);
});

const resolutions = {
  bundler: { module: "esnext", moduleResolution: "bundler" },
  node16: { module: "node16" },
  nodenext: { module: "nodenext" },
};
/** In TypeScript 5.9 nodenext finds these modules as node16 does. */
const compilations = [
  ["typescript", "bundler"],
  ["typescript", "node16"],
  ["typescript", "nodenext"],
  ["typescript-5.9", "bundler"],
  ["typescript-5.9", "node16"],
] as const;

test.each(compilations)(
  "%s compiles the code of a user, and each name of an entry, where modules are found as %s does",
  async (compiler, resolution) => {
    const config = join(kit.home, `tsconfig.${compiler}-${resolution}.json`);
    const compilerOptions = {
      ...resolutions[resolution],
      target: "es2022",
      lib: ["es2022", "esnext.disposable", "dom"],
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
    };
    expect(namings.length).toBeGreaterThan(8);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ["consumer.ts", ...namings] }));
    expect(await compileIn(kit.home, ["-p", config], compiler)).toBe("");
  },
  60_000,
);

/** Keeps the files that each program has parsed. */
const documents = ts.createDocumentRegistry();

/** Names that an editor offers at the place of `|`. */
function completions(text: string): readonly string[] {
  const file = join(kit.home, "editor.ts");
  const position = text.indexOf("|");
  const source = text.replace("|", "");
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? source : "1"),
    getScriptSnapshot(name) {
      const known = name === file ? source : ts.sys.readFile(name);
      return known === undefined ? undefined : ts.ScriptSnapshot.fromString(known);
    },
    getCurrentDirectory: () => kit.home,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
    directoryExists: (name) => ts.sys.directoryExists(name),
    realpath: (path) => ts.sys.realpath!(path),
  };
  const found = ts.createLanguageService(host, documents).getCompletionsAtPosition(file, position, {});
  return found?.entries.map(({ name }) => name).sort() ?? [];
}

describe("an editor completes", () => {
  test("the names of scenarios and of profiles", () => {
    const mock = 'import { createMock } from "store-orders-kit";\n';
    const scenarios = ["all-shipped", "default", "edge-values", "empty", "large-ids", "magic"];
    expect(completions(`${mock}createMock({ fixtures: "|" });`)).toEqual(scenarios);
    expect(completions(`${mock}createMock({ profile: "|" });`)).toEqual(["default", "talkative", "terse"]);
    expect(completions(`${mock}createMock({ profile: { conflictBody: "|" } });`)).toEqual(
      ["none", "error", "json", "text"].sort(),
    );
  });

  test("the members of a fault after its name", () => {
    const type = 'import type { FaultRule } from "store-orders-kit";\n';
    expect(completions(`${type}const rule: FaultRule = { fault: "|" };`)).toContain("stale-list");
    const members = completions(`${type}const rule: FaultRule = { fault: "status", | };`);
    expect(members).toEqual(expect.arrayContaining(["status", "code", "retryAfter", "operation", "times"]));
    expect(members).not.toContain("reads");
  });
});
