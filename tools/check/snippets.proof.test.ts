import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { freePort } from "../../base/testing/free-port.ts";
import { startProgram } from "../../cli/testing/start-cli.ts";
import { startProxy } from "../../cli/testing/start-mock.ts";
import { withoutVitest } from "../../examples/testing/install-examples.ts";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { startRedis } from "../../mocks/testing/redis-server.ts";
import { commandsOf, readDocs, root } from "../testing/read-docs.ts";
import { startStaging } from "../testing/staging.ts";
import { usePackedKit } from "../testing/use-packed-kit.ts";

/** Commands and code of the README and docs/, run as printed in a project with the packed kit. */

vi.setConfig({ testTimeout: 120_000 });

const run = promisify(execFile);
const blocks = readDocs().flatMap((page) => page.blocks);
const own = blocks.filter(({ note, isRun }) => note === undefined && !isRun);
const ownIn = (language: string) =>
  own.filter((block) => block.language === language).map((block) => [block.place, block] as const);

const certificate = createCertificate();
const kit = usePackedKit(({ home }) =>
  writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module", private: true })),
);
afterAll(() => certificate[Symbol.dispose]());
test("each block of code is run here, or names its test, or says why no test runs it", () => {
  const pasted = blocks.filter(({ language }) =>
    ["sh", "ts", "js", "jsx", "yaml", "json"].includes(language),
  );
  expect(pasted.length).toBeGreaterThan(40);
  for (const { place, note } of pasted) {
    if (note?.kind === "run by")
      expect(existsSync(join(root, note.text)), `${place}: ${note.text}`).toBe(true);
    if (note?.kind === "not run") expect(note.text.length, place).toBeGreaterThan(20);
  }
  const unknown = own.filter(
    ({ language }) => !["sh", "ts", "js", "json", "text", "http"].includes(language),
  );
  expect(unknown.map(({ place }) => place)).toEqual([]);
});

/** Creates a folder of the project, with the files that docs name. */
function createFolder(): string {
  const folder = mkdtempSync(join(kit.home, "snippet-"));
  const blockOf = (page: string, of: string) =>
    blocks.find(({ place, language }) => place.startsWith(page) && language === of)!;
  writeFileSync(join(folder, "orders.json"), blockOf("docs/mock.md", "json").text);
  writeFileSync(join(folder, "orders.mjs"), blockOf("docs/judge-staging.md", "js").text);
  writeFileSync(join(folder, "known.json"), "[]");
  writeFileSync(join(folder, "cert.pem"), certificate.tls.cert);
  writeFileSync(join(folder, "key.pem"), certificate.tls.key);
  return folder;
}

const envOf = (more: Readonly<Record<string, string>>) => ({
  ...withoutVitest(process.env),
  PATH: `${join(kit.home, "node_modules", ".bin")}:${dirname(process.execPath)}:${process.env.PATH}`,
  NO_COLOR: "1",
  ...more,
});

const runToEnd = (...command: Parameters<typeof run>) =>
  run(...command).then(
    ({ stdout, stderr }) => ({ code: 0, said: `${stdout}${stderr}` }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  );

/** Records a list by the proxy. */
async function record(baseUrl: string, folder: string, names: readonly string[]): Promise<void> {
  const file = join(folder, names[0]!);
  const { proxy, address } = await startProxy(baseUrl, [`--record=${file}`]);
  const headers = { authorization: "Bearer mock-key" };
  await (await fetch(`${address}/store/orders`, { headers })).text();
  await proxy.stop();
  for (const name of names.slice(1)) copyFileSync(file, join(folder, name));
}

/** Starts a command that serves until it is stopped, and stops it when it is ready. */
async function startAndStop(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const program = startProgram("bash", ["-c", `exec ${command}`], { cwd, env });
  onTestFinished(() => program[Symbol.asyncDispose]());
  const isUp = /Ctrl-C stops it|"event":"listening"|Passing http/;
  await Promise.any([program.printed(isUp), program.warned(isUp)]).catch(() => undefined);
  const { code, stdout, stderr } = await program.stop();
  expect([0, command.includes(" proxy ") ? 3 : 0], `${command}\n${stdout}${stderr}`).toContain(code);
  expect(stdout + stderr).toMatch(isUp);
}

describe("commands", () => {
  test.each(ownIn("sh"))("%s", async (_place, block) => {
    await using staging = await startStaging(certificate);
    await using mock = await startMockServer();
    const origin = mock.baseUrl.replace(/\/v1$/, "");
    await using redis = block.text.includes("redis://") ? await startRedis() : undefined;
    const cwd = createFolder();
    if (block.text.includes(".har")) await record(mock.baseUrl, cwd, ["traffic.har", "recording.har"]);
    // Files that one line writes are there for the next one.
    for (const printed of commandsOf(block)) {
      if (printed.startsWith("export ")) continue;
      // Fixed ports may be in use on this machine.
      const command = printed
        .replaceAll(/--port 40\d\d/g, "--port 0")
        .replaceAll("http://127.0.0.1:4010", origin)
        .replace("redis://127.0.0.1:6379/0", redis?.url ?? "redis:");
      const isLocal = command.includes("127.0.0.1");
      const { STORE_ORDERS_PROXY: _, ...direct } = staging.env;
      const env = envOf({ ...(isLocal ? direct : staging.env), STORE_ORDERS_PORT: "0" });
      if (/^store-orders (?:mock|proxy)\b/.test(command)) await startAndStop(command, cwd, env);
      else {
        const ended = await runToEnd("bash", ["-c", command], { cwd, env, timeout: 110_000 });
        expect(ended.code, `${command}\n${ended.said}`).toBe(0);
      }
    }
  });
});

test("the mock in the background stops as docs/mock.md says", async () => {
  const byThis = blocks.find(({ note }) => note?.text === "tools/check/snippets.proof.test.ts")!;
  const port = String(await freePort());
  const script = ["-euo", "pipefail", "-c", byThis.text.replaceAll("4010", port)];
  const { stdout } = await run("bash", script, { cwd: kit.home, env: envOf({}) });
  expect(stdout).toContain('"ready":true');
  await expect(fetch(`http://127.0.0.1:${port}/_mock/health`)).rejects.toThrow("fetch failed");
});

describe.concurrent("code", () => {
  const code = [...ownIn("ts"), ...ownIn("js")];

  test.each(code)("%s", async (_place, block) => {
    await using staging = await startStaging(certificate);
    await using mock = await startMockServer();
    const origin = mock.baseUrl.replace(/\/v1$/, "");
    const text = block.text
      .replaceAll("https://staging.example", staging.origin)
      .replaceAll("http://127.0.0.1:4010", origin)
      .replace('apiKey: "…"', 'apiKey: "mock-key"');
    const cwd = createFolder();
    const isTest = /from "(?:vitest|store-orders-kit\/(?:vitest|conformance\/vitest))"/.test(text);
    const file = isTest ? "snippet.test.ts" : `snippet.${block.language === "js" ? "mjs" : "ts"}`;
    writeFileSync(join(cwd, file), text);
    const env = envOf({ STORE_ORDERS_API_KEY: "mock-key", STORE_ORDERS_BASE_URL: `${staging.origin}/v1` });
    const vitest = join(kit.home, "node_modules", "vitest", "vitest.mjs");
    const args = isTest ? [vitest, "run", "--root", cwd] : [join(cwd, file)];
    const ended = await runToEnd(process.execPath, args, { cwd, env });
    expect(ended.code, ended.said).toBe(0);
  });
});

test.each(ownIn("json"))("JSON that a command reads: %s", async (place, { text }) => {
  const cwd = createFolder();
  writeFileSync(join(cwd, "file.json"), text);
  const option = place.startsWith("docs/mock.md") ? "--fixtures" : "--profile";
  await startAndStop(`store-orders mock --port 0 ${option} file.json`, cwd, envOf({}));
  expect(readFileSync(join(cwd, "file.json"), "utf8")).toBe(text);
});
