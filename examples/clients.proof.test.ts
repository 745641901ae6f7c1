import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { readDocs } from "../tools/testing/read-docs.ts";
import { prepareNpmProject } from "./testing/npm-project.ts";

/** The recipe for generated clients, as printed: an id beyond 2^53 is read, and cancelled by its own digits. */

vi.setConfig({ testTimeout: 240_000 });

const own = "examples/clients.proof.test.ts";
const blocks = readDocs().flatMap((page) => page.blocks.filter(({ note }) => note?.text === own));
const id = "9007199254740993";

const project = prepareNpmProject("msw@^3", "vite-node@^3");
let mock: Awaited<ReturnType<typeof startMockServer>>;
beforeAll(async () => {
  mock = await startMockServer({ fixtures: [{ id: BigInt(id), status: "pending" }] });
});
afterAll(() => mock?.close());
beforeEach(() => void mock.mock.control.reset());

/** A block as it is printed, with the address of the mock of this test. */
const textOf = ({ text }: { readonly text: string }) =>
  text.replaceAll("http://127.0.0.1:4010", new URL(mock.baseUrl).origin);
/** Runs a block of commands. */
const runAll = (block: { readonly text: string }) =>
  project.run("bash", "-euo", "pipefail", "-c", textOf(block));
/** Generated modules import each other without endings, as a bundler reads them. */
function runModule(name: string, text: string) {
  project.write(name, text);
  return project.run("npx", "vite-node", name);
}

test("openapi-fetch with MSW, and with the mock's own fetch", async () => {
  await runAll(blocks[0]!);
  expect((await runModule("with-msw.ts", blocks[2]!.text)).stdout).toContain("200 200");
  // Without the line the client has kept a fetch that MSW does not see.
  const without = blocks[2]!.text.replace(/, fetch: \(request\) .*(?= \}\);)/, "");
  await expect(runModule("without.ts", without)).rejects.toThrow("fetch failed");
});

test("the generators do not change the project's own TypeScript", () => {
  const manifest = readFileSync(join(project.folder, "package.json"), "utf8");
  const { devDependencies = {}, dependencies } = JSON.parse(manifest);
  expect({ ...devDependencies, ...dependencies }).not.toHaveProperty("typescript");
});

test.each([
  ["openapi-typescript and openapi-fetch", blocks[0]!, blocks[1]!, []],
  ["hey-api", blocks[3]!, blocks[4]!, []],
  ["orval", blocks[7]!, blocks[8]!, [blocks[5]!, blocks[6]!]],
])("%s, from the document that the mock serves", async (_name, commands, code, files) => {
  for (const file of files) project.write(/^\/\/ (\S+)/.exec(file.text)![1]!, textOf(file));
  await runAll(commands);
  const { stdout } = await runModule("recipe.ts", textOf(code));
  expect(stdout).toContain(`${id}n 204`);
  expect(mock.mock.control.order(BigInt(id))).toMatchObject({ status: "cancelled" });
});

test("orval's own reader rounds ids, whatever its types say", async () => {
  project.write("orval.config.mjs", textOf(blocks[5]!).replace(/, mutator: \{.*?\}/, ""));
  await runAll(blocks[7]!);
  const { stdout } = await runModule("rounded.ts", textOf(blocks[8]!));
  expect(stdout).toContain("9007199254740992 404");
});
