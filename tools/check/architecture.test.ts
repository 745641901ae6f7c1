import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** Holds the import rules of docs/design.md by reading each import. */

const root = fileURLToPath(new URL("../../", import.meta.url));
const exclude = (name: string) => /node_modules|dist/.test(name);
const files = globSync("**/*.{ts,tsx}", { cwd: root, exclude }).map((name) => name.replaceAll("\\", "/"));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const isTest = (file: string) => /\.test\.ts$|\/testing\//.test(file);
/** Matches files that build and test the kit, and are not part of it. */
const isTooling = (file: string) =>
  /^tools\/|^examples\/|^selftest\/(?!broken\/|sockets\/)|^\w+\.config\.ts$/.test(file);
const product = files.filter((file) => !isTest(file) && !isTooling(file));

/** An import of a file of this repository, or of a package. */
type Import = { readonly file: string; readonly of: string };

/** Reads static, dynamic and type imports. */
function importsOf(file: string): readonly Import[] {
  const text = read(file).replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, "");
  const found = text.matchAll(/(?:(?<!["-])\bfrom\s*|\bimport\s*\(?\s*)["']([^"'\n]+)["']/g);
  const pathOf = (name: string) => relative(root, join(root, dirname(file), name)).replaceAll("\\", "/");
  return [...found].map(([, name = ""]) => ({ file, of: name.startsWith(".") ? pathOf(name) : name }));
}

const imports = product.flatMap(importsOf);
const show = ({ file, of }: Import) => `${file} imports ${of}`;
const isLocal = ({ of }: Import) => files.includes(of);
const houseOf = (path: string) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path);

/** Rows of parts of a folder: a part imports only parts of earlier rows. */
type Layers = readonly (readonly string[])[];

const layersOf = (text: string): Layers => text.split(" < ").map((row) => row.split(" "));
const layers: Readonly<Record<string, Layers>> = {
  mocks: layersOf(
    "core < http < faults journal < worlds < state < control < client < mock-options.ts answer-fetch.ts < mock.ts < adapters browser < runners",
  ),
  conformance: layersOf(
    "evidence < targets < misreadings < diagnosis < calls requirements < causes < observations < report < exploration < run-suite.ts judge-traffic.ts < vitest.ts proxy",
  ),
};

/** Finds ways of imports that lead from a file back to itself. */
function findCircles(some: readonly string[]): readonly string[][] {
  const targets = new Map(some.map((file) => [file, importsOf(file).map(({ of }) => of)]));
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push(way.slice(way.indexOf(file)));
    if (done.has(file) || way.includes(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of some) visit(file, []);
  return circles;
}

describe("the import rules", () => {
  test("every local import names a file that exists", () => {
    expect(imports.filter(({ of }) => /\.tsx?$/.test(of) && !files.includes(of)).map(show)).toEqual([]);
    expect(imports.length).toBeGreaterThan(100);
  });

  test("R1: top folders import each other only as the table allows", () => {
    const halves = ["base", "spec", "fixtures", "conformance", "mocks"];
    const allowed: Readonly<Record<string, readonly string[]>> = {
      base: [],
      spec: ["base"],
      fixtures: ["base", "spec"],
      conformance: ["base", "spec"],
      mocks: ["base", "spec", "fixtures"],
      selftest: halves,
      page: ["base", "spec", "fixtures", "conformance", "mocks"],
      entries: [...halves, "cli"],
      cli: [...halves, "selftest"],
      "cli.ts": [...halves, "selftest", "cli"],
    };
    const broken = imports.filter(isLocal).filter(({ file, of }) => {
      const [from, to] = [houseOf(file), houseOf(of)];
      return from !== to && !allowed[from]?.includes(to);
    });
    expect(broken.map(show)).toEqual([]);
  });

  test("R1: conformance/ never imports mocks/, nor do its tests", () => {
    const judges = files.filter((file) => houseOf(file) === "conformance");
    const broken = judges.flatMap(importsOf).filter(({ of }) => houseOf(of) === "mocks");
    expect(broken.map(show)).toEqual([]);
  });

  test("R1: no entry of the package imports both halves", () => {
    const reaches = (entry: string, house: string) =>
      importsOf(entry).some(({ of }) => houseOf(of) === house);
    const manifest = readFileSync(join(root, "package.json"), "utf8");
    // The panel shows both halves.
    const entries = files.filter(
      (file) => manifest.includes(`"./dist/${file.replace(/ts$/, "js")}"`) && houseOf(file) !== "page",
    );
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.filter((entry) => reaches(entry, "mocks") && reaches(entry, "conformance"))).toEqual([]);
  });

  test("R1: the page imports only the control client of mocks/", () => {
    const broken = imports.filter(
      ({ file, of }) =>
        houseOf(file) === "page" && houseOf(of) === "mocks" && !of.startsWith("mocks/client/"),
    );
    expect(broken.map(show)).toEqual([]);
  });

  test.each(Object.entries(layers))("R2: inside %s each part imports only those before it", (house, rows) => {
    const partOf = (path: string) => path.split("/")[1]!;
    const rank = (path: string) => rows.findIndex((parts) => parts.includes(partOf(path)));
    const inside = imports.filter(({ file, of }) => houseOf(file) === house && houseOf(of) === house);
    expect(inside.filter(({ file }) => rank(file) < 0).map(show)).toEqual([]);
    const broken = inside.filter(({ file, of }) => partOf(file) !== partOf(of) && rank(of) >= rank(file));
    expect(broken.map(show)).toEqual([]);
  });

  test("no files import each other in a circle", () => {
    expect(findCircles(files)).toEqual([]);
  });

  test("R3: only folders for Node use its modules and process", () => {
    const ends = ["cli.ts", "cli/", "mocks/adapters/server/", "mocks/adapters/undici/", "mocks/state/"];
    ends.push("conformance/targets/http/", "conformance/proxy/", "selftest/sockets/");
    const isEnd = (file: string) => ends.some((end) => file.startsWith(end));
    expect(imports.filter(({ file, of }) => of.startsWith("node:") && !isEnd(file)).map(show)).toEqual([]);
    expect(product.filter((file) => !isEnd(file) && /\bprocess\.\w/.test(read(file)))).toEqual([]);
  });

  test("files that a user names are read in one place, which has a limit", () => {
    // The last two read a file of the kit, and one of the system.
    const readers = [
      ...["cli/read-input.ts", "cli/recordings/har-reader.ts"],
      ...["cli/init/plan-files.ts", "cli/mock/terminal-keys.ts"],
    ];
    const parts = product.filter((file) => /^(?:cli|conformance|mocks\/state)\//.test(file));
    const reading = /\b(?:readFile(?:Sync)?|createReadStream|openAsBlob)\b/;
    expect(parts.filter((file) => reading.test(read(file)) && !readers.includes(file))).toEqual([]);
  });

  test("R4: heavy packages are imported only by the files that are for them", () => {
    const places: Readonly<Record<string, RegExp>> = {
      msw: /^mocks\/(?:adapters\/msw\.ts|browser\/)/,
      vitest: /^(?:conformance|mocks\/runners)\/vitest\.ts$/,
      "@playwright": /^mocks\/runners\/playwright\.ts$/,
      redis: /^mocks\/state\/redis\/redis-connection\.ts$/,
      undici:
        /^conformance\/targets\/http\/|^mocks\/adapters\/(?:server\/fallback|undici\/undici-interceptor)\.ts$/,
      yaml: /^cli\/init\/plan-files\.ts$|^mocks\/adapters\/server\/serve-page\.ts$/,
      "std-env": /^cli\/terminal\.ts$/,
      marked: /^mocks\/adapters\/server\/render-docs\.ts$/,
      "@faker-js": /^fixtures\//,
      preact: /^page\//,
      "@preact": /^page\//,
    };
    const packages = imports.filter(
      ({ of }) => !of.startsWith("node:") && !isLocal({ file: "", of }) && !/^\.|\.css$/.test(of),
    );
    const broken = packages.filter(({ file, of }) => !places[of.split("/")[0]!]?.test(file));
    expect(broken.map(show)).toEqual([]);
  });

  test("R4: the mock command reaches neither msw, vitest nor, without --fallback, undici", () => {
    const fallback = "mocks/adapters/server/fallback.ts";
    const reached = new Set([fallback]);
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const { of } of files.includes(file) ? importsOf(file) : []) visit(of);
    };
    visit("cli/mock/mock-command.ts");
    expect([...reached].filter((name) => /^(?:msw|vitest|undici|ajv)\b/.test(name))).toEqual([]);
    expect(reached).toContain("mocks/mock.ts");
    const server = read("mocks/adapters/server/mock-server.ts");
    expect(server).toContain('await import("./fallback.ts")');
    expect(server).not.toMatch(/^import (?!type).*"\.\/fallback\.ts"/m);
  });

  test("all output passes through the terminal of the command line, which escapes it", () => {
    const writes =
      /\bprocess\.std(?:out|err)\b|\bstd(?:out|err)\b[^};]*\}\s*=\s*process\b|\bconsole\.|\bwritev?Sync\(\s*[12]\b|\bstdio:.*(?:"inherit"|\b[12]\b)/g;
    const writers = product
      .filter((file) => /^(?:cli|conformance|mocks|base|spec|fixtures)\//.test(file) || file === "cli.ts")
      .flatMap((file) => [...read(file).matchAll(writes)].map(() => file));
    // The other writers: the sentence for a Node that is too old to load anything, and the program of `-- CMD` itself.
    const others = writers.filter((file) => file !== "cli/terminal.ts");
    expect(others).toEqual(["cli.ts", "cli/child-process.ts"]);
  });

  test("no file is longer than 250 lines", () => {
    expect(files.filter((file) => read(file).split("\n").length > 251)).toEqual([]);
  });
});
