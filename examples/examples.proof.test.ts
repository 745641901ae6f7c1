import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { prepareExamples } from "./testing/install-examples.ts";

/** The examples as they are, against the kit as it is packed. Those that need a browser: examples.chromium.test.ts. */

const folder = dirname(fileURLToPath(import.meta.url));
const examples = prepareExamples();

test("the examples compile against the packed types", async () => {
  expect(await examples.checkTypes()).toBe("");
}, 60_000);

test.each(["project", "clone"] as const)(
  "vitest-msw: the frontend's parts in Node, in a %s",
  async (place) => {
    expect(await examples.runTests(place, "vitest-msw")).toHaveLength(14);
  },
  60_000,
);

test("init: the files that store-orders init copies, as they are", async () => {
  expect(await examples.runTests("project", "init")).toHaveLength(2);
}, 60_000);

test("every example has a README, and the files that it names are there", () => {
  const recipes = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !["frontend", "testing", "node_modules"].includes(entry.name),
  );
  expect(recipes.map(({ name }) => name).sort()).toEqual([
    "ci",
    "init",
    "playwright",
    "playwright-e2e",
    "runners",
    "stories",
    "vite-service-worker",
    "vitest-msw",
  ]);
  for (const { name } of recipes) {
    const readme = readFileSync(join(folder, name, "README.md"), "utf8");
    const named = [...readme.matchAll(/`([\w./-]+\.(?:ts|js|mjs|html|mock|yml))`/g)].map(([, file]) => file!);
    expect(named.length).toBeGreaterThan(0);
    for (const file of named) expect(() => readFileSync(join(folder, name, file))).not.toThrow();
  }
});
