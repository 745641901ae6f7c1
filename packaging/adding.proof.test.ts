import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";
import { expect, test, vi } from "vitest";

// Each compiles the kit.
vi.setConfig({ testTimeout: 180_000 });

/** What it takes to add an operation, an open question or a fault: the design page against the compiler. */

const root = fileURLToPath(new URL("../", import.meta.url));
const page = readFileSync(`${root}docs/design.md`, "utf8");

const additions = [
  {
    what: "an operation",
    most: 6,
    file: "spec/wire.ts",
    after: "  listOrders: {",
    added: '  findOrders: { method: "POST", path: ordersPath, statuses: [200, 401] },\n',
    missed: ["mocks/http/router.ts"],
  },
  {
    what: "an open question",
    most: 6,
    file: "spec/open-questions.ts",
    after: "  repeatedCancel: {",
    added:
      '  listOrder: { clause: "list-orders", question: "In which order?", answers: { id: "by id", any: "any" }, usual: "id" },\n',
    missed: [
      "conformance/observations/observations.ts",
      "mocks/http/profile-answers.test.ts",
      "page/open-questions/question-effects.ts",
    ],
  },
  {
    what: "a fault kind",
    most: 4,
    file: "mocks/faults/fault-rule.ts",
    after: "  hang: unknown;",
    added: "  teapot: unknown;\n",
    missed: [
      "mocks/adapters/faults-through-adapters.test.ts",
      "mocks/faults/fault-kinds.ts",
      "mocks/faults/faults-api.test.ts",
      "page/faults/fault-words.ts",
    ],
  },
];

const { config } = ts.readConfigFile(`${root}tsconfig.tests.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
// Of the tests, the mock's alone: one of them is what asks for each answer to a question.
const files = globSync("{base,spec,fixtures,mocks,conformance,page,selftest,entries,cli}/**/*.{ts,tsx}", {
  cwd: root,
}).filter(
  (name) =>
    !/node_modules|^selftest\/(?:frameworks|independent|mutants)\/|^(?!mocks\/).*\.test\.ts$/.test(name),
);
const settings: ts.CompilerOptions = { ...options, jsx: ts.JsxEmit.ReactJSX, jsxImportSource: "preact" };
/** Each file is read once. */
const sources = new Map<string, ts.SourceFile | undefined>();

/** Files that do not compile with a text in place of a file's own. */
function broken(file: string, text: string): readonly string[] {
  const host = ts.createCompilerHost(settings);
  const read = host.getSourceFile;
  host.getSourceFile = (path, version) => {
    if (path === root + file) return ts.createSourceFile(path, text, version);
    if (!sources.has(path)) sources.set(path, read(path, version));
    return sources.get(path);
  };
  const program = ts.createProgram(
    files.map((name) => root + name),
    settings,
    host,
  );
  const found = program.getSemanticDiagnostics().flatMap(({ file: of }) => (of ? [of.fileName] : []));
  return [...new Set(found)].map((path) => path.slice(root.length)).toSorted();
}

test.each(additions)(
  "$what is not forgotten where it is needed",
  ({ what, most, file, after, added, missed }) => {
    const text = readFileSync(root + file, "utf8");
    expect(text).toContain(after);
    expect(broken(file, text.replace(after, added + after))).toEqual(missed);

    const row = page.split("\n").find((line) => line.startsWith(`| ${what} |`))!;
    const [, , count, names = ""] = row.split("|").map((cell) => cell.trim());
    const named = [...names.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, name]) => name!);
    expect(named).toHaveLength(Number(count));
    expect(named.length).toBeLessThanOrEqual(most);
    for (const name of named) expect(globSync(name, { cwd: root })).toEqual([name]);
    for (const name of [file, ...missed]) if (!name.endsWith(".test.ts")) expect(named).toContain(name);
  },
);
