/** The examples in a project with the packed kit installed, as a reader would have them. */

import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { compileIn, packKit } from "../../tools/testing/pack-kit.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Packages of the examples that the kit does not use. */
const packages = ["@types", "playwright", "playwright-core", "typescript", "vite"];

type Place = "project" | "clone";

export interface InstalledExamples extends Disposable {
  /** The project, with examples/ and node_modules/. */
  readonly home: string;
  /** The output of tsc for all examples; empty without errors. */
  checkTypes(): Promise<string>;
  /**
   * Runs the tests of an example in a separate vitest.
   * @param place a project with the kit installed, or a clone of the repository after npm ci
   * @returns the title of each test that passed
   * @throws {Error} with what vitest printed when one did not
   */
  runTests(place: Place, example: string, env?: Readonly<Record<string, string>>): Promise<string[]>;
}

/** The examples for all tests of a file, in which they are there. */
export function prepareExamples(): InstalledExamples {
  const examples = {} as InstalledExamples;
  beforeAll(async () => void Object.assign(examples, await installExamples()), 240_000);
  afterAll(() => examples[Symbol.dispose]?.(), 60_000);
  return examples;
}

async function installExamples(): Promise<InstalledExamples> {
  const kit = await packKit();
  try {
    const { home } = kit;
    const examples = join(home, "examples");
    cpSync(join(root, "examples"), examples, {
      recursive: true,
      filter: (path) => basename(path) !== "node_modules",
    });
    // Packages that only the recipes for other runners need.
    symlinkSync(join(root, "examples", "runners", "node_modules"), join(examples, "runners", "node_modules"));
    writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module", private: true }));
    for (const name of packages)
      symlinkSync(join(root, "node_modules", name), join(home, "node_modules", name));
    const places: Readonly<Record<Place, string>> = { project: home, clone: kit.clone() };
    return {
      home,
      checkTypes: () => compileIn(home, ["--noEmit", "-p", "examples"]),
      runTests: (place, example, env) => runTests(places[place], example, env),
      [Symbol.dispose]: () => kit[Symbol.dispose](),
    };
  } catch (error) {
    kit[Symbol.dispose]();
    throw error;
  }
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

async function runTests(home: string, example: string, env = {}): Promise<string[]> {
  const vitest = join(home, "node_modules", "vitest", "vitest.mjs");
  const folder = join(home, "examples", example);
  const args = [vitest, "run", "--root", folder, "--reporter=default", "--reporter=json"];
  const report = join(folder, "report.json");
  await run(process.execPath, [...args, `--outputFile.json=${report}`], {
    cwd: home,
    env: { ...withoutVitest(process.env), NO_COLOR: "1", ...env },
  }).catch(({ stdout, stderr }) => {
    throw new Error(`The tests of ${example} failed:\n${stdout}\n${stderr}`);
  });
  const json: VitestReport = JSON.parse(readFileSync(report, "utf8"));
  const results = json.testResults.flatMap(({ assertionResults }) => assertionResults);
  return results.filter(({ status }) => status === "passed").map(({ fullName }) => fullName);
}

/** The environment without the variables of this process's vitest, which would affect the other one. */
export function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = /^(?:VITEST|VITE_)|^(?:NODE_ENV|TEST|DEV|PROD|MODE|SSR|BASE_URL)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs.test(name)));
}
