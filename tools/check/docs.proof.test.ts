import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { printHere, runHere } from "../../cli/testing/run-here.ts";
import { fileIn } from "../../cli/testing/scratch-files.ts";
import { startMock } from "../../cli/testing/start-mock.ts";
import { compileIn } from "../testing/pack-kit.ts";
import { type CodeBlock, readDocs, root } from "../testing/read-docs.ts";
import { usePackedKit } from "../testing/use-packed-kit.ts";

/** Snippets of the README and docs/, compiled against the packed kit or run. */

const run = promisify(execFile);
const blocks = readDocs().flatMap((page) => page.blocks);
const blocksIn = (language: string) => blocks.filter((block) => block.language === language);

const kit = usePackedKit((kit) => {
  for (const name of ["@types", "vite"])
    symlinkSync(join(root, "node_modules", name), join(kit.home, "node_modules", name));
  writeFileSync(join(kit.home, "package.json"), JSON.stringify({ type: "module", private: true }));
});

/** Writes each snippet into a file that is named after its place. */
function writeAll(snippets: readonly CodeBlock[], ending: string): readonly string[] {
  mkdirSync(join(kit.home, "snippets"), { recursive: true });
  return snippets.map(({ place, text }) => {
    const file = `snippets/${place.replaceAll(/\W/g, "-")}.${ending}`;
    writeFileSync(join(kit.home, file), text);
    return file;
  });
}

test("snippets in TypeScript compile", async () => {
  // Snippets that another test runs may need other packages.
  const here = blocksIn("ts").filter(({ note }) => note?.kind !== "run by");
  const files = writeAll(here, "ts");
  expect(files.length).toBeGreaterThan(10);
  const compilerOptions = {
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "esnext.disposable", "dom"],
    types: ["node", "vite/client"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(kit.home, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  expect(await compileIn(kit.home, ["-p", "."])).toBe("");
}, 60_000);

test("snippets in JavaScript and JSON can be read", async () => {
  for (const file of writeAll(blocksIn("js"), "mjs"))
    await run(process.execPath, ["--check", join(kit.home, file)]);
  for (const { text, place } of blocksIn("json")) expect(() => JSON.parse(text), place).not.toThrow();
});

describe("commands of a block that says run", () => {
  const runnable = blocksIn("sh").filter(({ isRun }) => isRun);

  test.each(runnable.map((block) => [block.place, block.text] as const))("%s", async (_place, text) => {
    const { origin } = await startMock();
    const script = text.replaceAll("http://127.0.0.1:4010", origin);
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script]);
    const refusals = stdout.match(/"code":"(?!unavailable|service)[a-z_]+"/g) ?? [];
    expect(refusals).toEqual([]);
  });

  test("exist", () => expect(runnable.length).toBeGreaterThan(3));
});

/** Text of the blocks of a page in a language, without what each run changes. */
const shownIn = (page: string, language = "text") =>
  blocksIn(language).flatMap(({ place, text }) => (place.startsWith(`${page}:`) ? [unchanging(text)] : []));
const unchanging = (text: string) =>
  text
    .replaceAll("\r", "")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+|https:\/\/staging\.example/g, "ORIGIN")
    .replaceAll(/; [\d.]+ s(?=;)|^(?:Date|Connection|Keep-Alive): .*\n/gm, "")
    .trim();

test("the README shows the output of the mock, and the verdict of verify", async () => {
  const [banner, verdict] = shownIn("README.md");
  const { mock } = await startMock();
  const [printed] = await mock.printed(/[\s\S]*Ctrl-C stops it\./);
  expect(unchanging(printed)).toBe(banner);
  expect(unchanging(await printHere(["verify"]))).toContain(verdict);
});

test("docs/design.md shows an answer of the mock and the output of verify", async () => {
  const { baseUrl } = await startMock();
  const curl = ["-si", "-X", "DELETE", "-H", "Authorization: Bearer mock-key"];
  const { stdout } = await run("curl", [...curl, `${baseUrl}/store/orders/1002`]);
  expect([unchanging(stdout)]).toEqual(shownIn("docs/design.md", "http"));
  const judged = await printHere(["verify", "--only=cancel-order/shipped*", "--verbose"]);
  expect(unchanging(judged)).toContain(shownIn("docs/design.md")[0]);
});

test.each([
  ["docs/judge-staging.md", "cancel-200", ["--pending-order=101,102", "--shipped-order=301"]],
  ["docs/judge.md", "cancel-hits-previous-too", []],
])("%s shows the output of verify on a wrong server", async (page, broken, given) => {
  const orders = fileIn("orders.json", '[{"id": 101}, {"id": 102}, {"id": 301, "status": "shipped"}]');
  const { baseUrl } = await startMock([`--broken=${broken}`, ...(given[0] ? [`--fixtures=${orders}`] : [])]);
  const { code, stdout } = await runHere(["verify", baseUrl, "--api-key=mock-key", ...given]);
  expect(code).toBe(1);
  for (const part of shownIn(page)[0]!.split("…\n")) expect(unchanging(stdout)).toContain(part.trimEnd());
});
