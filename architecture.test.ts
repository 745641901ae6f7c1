import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** Holds the import rules of the README's section "How it is built", by reading every import there is. */

const root = dirname(fileURLToPath(import.meta.url));
const files = globSync("**/*.ts", { cwd: root, exclude: (name) => /node_modules|dist/.test(name) }).map(
  (name) => name.replaceAll("\\", "/"),
);

const isTest = (file: string) => /\.test\.ts$|\/testing\//.test(file);
/** What builds and tests the kit is no part of it. */
const isTooling = (file: string) => /^packaging\/|^examples\/|^\w+\.config\.ts$/.test(file);
const product = files.filter((file) => !isTest(file) && !isTooling(file));

interface Import {
  readonly file: string;
  /** A file of this repository, or a package's name. */
  readonly of: string;
}

/** Static, dynamic and type imports alike: an arrow is an arrow. */
function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), "utf8").replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, "");
  const names = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g)].map(
    ([, name]) => name!,
  );
  return names.map((name) => ({
    file,
    of: name.startsWith(".") ? relative(root, join(root, dirname(file), name)).replaceAll("\\", "/") : name,
  }));
}

const imports = product.flatMap(importsOf);
const show = ({ file, of }: Import) => `${file} imports ${of}`;
const isLocal = ({ of }: Import) => files.includes(of);
const houseOf = (path: string) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path);

describe("the import rules", () => {
  test("every local import names a file that exists", () => {
    expect(imports.filter(({ of }) => of.endsWith(".ts") && !files.includes(of)).map(show)).toEqual([]);
    expect(imports.length).toBeGreaterThan(100);
  });

  test("R1: the arrows between the houses are all there are", () => {
    const allowed: Readonly<Record<string, readonly string[]>> = {
      spec: [],
      cli: ["spec"],
      fixtures: ["spec"],
      conformance: ["spec"],
      mocks: ["spec", "fixtures"],
      bench: ["spec", "cli", "fixtures", "conformance", "mocks"],
      "cli.ts": ["spec", "cli", "fixtures", "conformance", "mocks"],
    };
    const broken = imports.filter(isLocal).filter(({ file, of }) => {
      const [from, to] = [houseOf(file), houseOf(of)];
      // A command reads its options and writes to the terminal by cli/.
      const isCommand = to === "cli" && /\/node\//.test(file);
      return from !== to && !isCommand && !allowed[from]?.includes(to);
    });
    expect(broken.map(show)).toEqual([]);
  });

  test("R1: the judge never meets the accused, in its tests neither", () => {
    const judges = files.filter((file) => houseOf(file) === "conformance");
    const broken = judges.flatMap(importsOf).filter(({ of }) => houseOf(of) === "mocks");
    expect(broken.map(show)).toEqual([]);
  });

  test("R2: inside mocks each part imports only those before it", () => {
    const rank = (path: string) => {
      const part = path.split("/")[1]!;
      const ranks: Readonly<Record<string, number>> = {
        core: 0,
        http: 1,
        control: 2,
        "mock.ts": 3,
        "control-events.ts": 3,
        "control-client.ts": 4,
        "fetch-door.ts": 4,
        "msw.ts": 5,
        broken: 5,
        right: 6,
        "subjects.ts": 7,
      };
      return ranks[part] ?? 8;
    };
    const broken = imports
      .filter(({ file, of }) => houseOf(file) === "mocks" && houseOf(of) === "mocks")
      .filter(
        ({ file, of }) =>
          rank(of) > rank(file) || (rank(of) === rank(file) && file.split("/")[1] !== of.split("/")[1]),
      );
    expect(broken.map(show)).toEqual([]);
  });

  test("R3: Node's own modules and process stay at the ends", () => {
    const isEnd = (file: string) => file === "cli.ts" || /^cli\/|\/node\/|^bench\//.test(file);
    expect(imports.filter(({ file, of }) => of.startsWith("node:") && !isEnd(file)).map(show)).toEqual([]);
    const users = product.filter(
      (file) => !isEnd(file) && /\bprocess\.\w/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(users).toEqual([]);
  });

  test("R4: heavy packages are imported where they are the point, and nowhere else", () => {
    const places: Readonly<Record<string, RegExp>> = {
      msw: /^(?:mocks\/(?:msw\.ts|browser\/)|bench\/in-process\.ts$)/,
      vitest: /^conformance\/vitest\.ts$/,
      undici: /^conformance\/node\//,
      "@faker-js": /^fixtures\/create-(?:simple-)?numbers\.ts$/,
    };
    const packages = imports.filter(
      ({ of }) => !of.startsWith("node:") && !isLocal({ file: "", of }) && !of.startsWith("."),
    );
    const broken = packages.filter(({ file, of }) => !places[of.split("/")[0]!]?.test(file));
    expect(broken.map(show)).toEqual([]);
  });

  test("R4: the mock command reaches neither msw, vitest nor undici", () => {
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const { of } of files.includes(file) ? importsOf(file) : []) visit(of);
    };
    visit("mocks/node/mock-command.ts");
    expect([...reached].filter((name) => /^(?:msw|vitest|undici|ajv)\b/.test(name))).toEqual([]);
    expect(reached).toContain("mocks/mock.ts");
  });

  test("no file is longer than 250 lines", () => {
    const long = files.filter((file) => readFileSync(join(root, file), "utf8").split("\n").length > 251);
    expect(long).toEqual([]);
  });
});
