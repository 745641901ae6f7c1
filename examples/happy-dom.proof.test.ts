import { beforeAll, expect, test, vi } from "vitest";
import { readDocs } from "../tools/testing/read-docs.ts";
import { prepareNpmProject } from "./testing/npm-project.ts";

/** The README's first test in happy-dom, with the settings that docs print, and without them. */

vi.setConfig({ testTimeout: 120_000 });

const own = "examples/happy-dom.proof.test.ts";
const pages = readDocs();
const recipe = pages.flatMap(({ blocks }) => blocks).find(({ note }) => note?.text === own)!;
const readme = pages.find(({ path }) => path === "README.md")!;
const first = readme.blocks.find(({ text }) => text.includes("setupServer("))!;

const project = prepareNpmProject("vitest@^5", "msw@^3", "happy-dom@^21");
beforeAll(() => project.write("orders.test.ts", first.text));

/** @returns what vitest printed with that configuration */
async function runTests(config: string): Promise<string> {
  project.write("vitest.config.ts", config);
  const ended = await project
    .run(process.execPath, "node_modules/vitest/vitest.mjs", "run")
    .catch((error: { stdout: string; stderr: string }) => error);
  return ended.stdout + ended.stderr;
}

test("with the recipe's configuration the README's first test passes", async () => {
  expect(await runTests(recipe.text)).toMatch(/Tests +1 passed \(1\)/);
});

test("it also passes with another origin, if happy-dom's policy is switched off", async () => {
  const off = "{ settings: { fetch: { disableSameOriginPolicy: true } } }";
  const config = recipe.text.replace(/(?<=happyDOM: )\{.*?\}/, off);
  expect(config).toContain(`happyDOM: ${off}`);
  expect(await runTests(config)).toMatch(/Tests +1 passed \(1\)/);
});

test("without the page's address happy-dom blocks the request, as the recipe says", async () => {
  const said = await runTests(recipe.text.replace(/^.*environmentOptions.*\n/m, ""));
  expect(said).toContain("Cross-Origin Request Blocked");
});
