import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { requireChromium } from "../mocks/browser/testing/find-chromium.ts";
import { readDocs } from "../tools/testing/read-docs.ts";
import { prepareExamples } from "./testing/install-examples.ts";

/** The examples that need a browser, against the kit as it is packed. */

const examples = prepareExamples();

const run = (example: string, place: "project" | "clone" = "project") =>
  examples.runTests(place, example, { CHROMIUM_PATH: requireChromium() });

// A clone's package.json is above the examples, too: what it says of side effects counts for the build.
test.each(["project", "clone"] as const)(
  "vite-service-worker: the page with the mock in its worker, in a %s",
  async (place) => {
    expect(await run("vite-service-worker", place)).toHaveLength(13);
  },
  90_000,
);

test("the recipe for Vite's base option is the same as in vite-service-worker", async () => {
  const blocks = readDocs().flatMap((page) => page.blocks);
  const recipe = blocks.find(({ note }) => note?.text === "examples/examples.chromium.test.ts")!;
  const own = await readFile(new URL("vite-service-worker/start-mock.ts", import.meta.url), "utf8");
  const lines = (text: string) => text.split("\n").map((line) => line.trim());
  const shown = lines(recipe.text).filter((line) => !line.startsWith("//"));
  expect(shown.filter((line) => !lines(own).includes(line))).toEqual([]);
});

test("playwright-e2e: the page in front of the stand-alone mock, two workers at a time", async () => {
  expect(await run("playwright-e2e")).toHaveLength(8);
}, 90_000);

test("stories: each with a mock of its own", async () => {
  expect(await run("stories")).toHaveLength(10);
}, 90_000);
