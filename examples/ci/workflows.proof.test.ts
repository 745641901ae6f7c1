import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { githubWorkflow, gitlabJob } from "../../cli/init/workflows.ts";
import { startCli } from "../../cli/testing/start-cli.ts";
import { type PackedKit, packKit } from "../../packaging/testing/pack-kit.ts";
import { readDocs } from "../../packaging/testing/read-docs.ts";
import { type JobRun, runGithubWorkflow, runGitlabJob } from "../../packaging/testing/run-workflow.ts";
import { withoutVitest } from "../testing/install-examples.ts";

/** The workflows that init writes and docs show, run as their runners run them, in four worlds each. */

vi.setConfig({ testTimeout: 120_000 });

const run = promisify(execFile);
const key = "the-key-of-staging";
let kit: PackedKit;
let repository: string;

/** A project of its own, and the same as a package of a workspace; both with what npm ci needs. */
beforeAll(async () => {
  kit = await packKit();
  repository = mkdtempSync(join(tmpdir(), "store-orders-workflows-"));
  const write = (path: string, manifest: object) => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), JSON.stringify(manifest));
  };
  const devDependencies = { "store-orders-kit": `file:${kit.tarball}` };
  write("package.json", { private: true, devDependencies, workspaces: ["packages/*"] });
  write("packages/shop/package.json", { name: "shop", version: "1.0.0", devDependencies });
  writeFileSync(join(repository, "orders.mjs"), askTheMock);
  const env = { ...withoutVitest(process.env), PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  await run("npm", ["install", "--prefer-offline", "--no-audit"], { cwd: repository, env });
}, 240_000);
afterAll(() => {
  kit?.[Symbol.dispose]();
  rmSync(repository, { recursive: true, force: true });
});
beforeEach(() => {
  for (const path of ["store-orders.xml", "packages/shop/store-orders.xml", "store-orders-report"])
    rmSync(join(repository, path), { recursive: true, force: true });
});

/** A command that names orders: new ones, from the mock that plays staging. */
const askTheMock = `
const url = new URL("/_mock/provider-states", process.env.STORE_ORDERS_BASE_URL);
const ask = async (state, count) => {
  const body = JSON.stringify({ state, params: { count }, action: "setup" });
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return (await answer.json()).ids;
};
const pending = await ask("pending orders exist", 2);
const shipped = await ask("shipped orders exist", 1);
console.log(JSON.stringify({ pending, shipped }));
`;

const atTop = { packageManager: "npm", inRepository: "" } as const;
const inShop = { packageManager: "npm", inRepository: "packages/shop" } as const;
const [githubByCommand = "", gitlabByCommand = ""] = readDocs()
  .find(({ path }) => path === "docs/judge-staging.md")!
  .blocks.flatMap(({ language, text }) => (language === "yaml" ? [text] : []));
const nightly = readFileSync(new URL("github-verify-nightly.yml", import.meta.url), "utf8");

/** What a person sets in the settings of a repository, and what a run then gets. */
interface Settings {
  readonly STORE_ORDERS_BASE_URL?: string;
  readonly STORE_ORDERS_API_KEY?: string;
  readonly STORE_ORDERS_PROVIDER_STATES_URL?: string;
}

async function github(text: string, { STORE_ORDERS_API_KEY, ...vars }: Settings): Promise<JobRun> {
  const secrets = STORE_ORDERS_API_KEY === undefined ? {} : { STORE_ORDERS_API_KEY };
  return runGithubWorkflow(text, repository, { vars, secrets, kit: kit.tarball });
}

const workflows: readonly (readonly [string, (settings: Settings) => Promise<JobRun>, string])[] = [
  ["GitHub", (given) => github(githubWorkflow(atTop), given), "store-orders.xml"],
  [
    "GitHub, in a package of a workspace",
    (given) => github(githubWorkflow(inShop), given),
    "packages/shop/store-orders.xml",
  ],
  ["GitHub, by the action", (given) => github(nightly, given), "store-orders-report"],
  ["GitHub, orders from a command", (given) => github(githubByCommand, given), "store-orders.xml"],
  [
    "GitLab, orders from a command",
    (given) => runGitlabJob(gitlabByCommand, repository, { ...given }),
    "store-orders.xml",
  ],
  ["GitLab", (given) => runGitlabJob(gitlabJob(atTop), repository, { ...given }), "store-orders.xml"],
  [
    "GitLab, in a package of a workspace",
    (given) => runGitlabJob(gitlabJob(inShop), repository, { ...given }),
    "packages/shop/store-orders.xml",
  ],
];

/** A staging server whose orders are made on request, and which forgets none that was cancelled. */
async function startStaging(...options: string[]) {
  const server = startCli(["mock", "--port=0", "--log=json", `--api-key=${key}`, ...options]);
  const [, origin] = await server.printed(/"baseUrl":"(http:[^"]+)\/v1"/);
  const settings: Settings = {
    STORE_ORDERS_BASE_URL: `${origin}/v1`,
    STORE_ORDERS_API_KEY: key,
    STORE_ORDERS_PROVIDER_STATES_URL: `${origin}/_mock/provider-states`,
  };
  return { settings, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe.each(workflows)("%s", (_name, runJob, uploaded) => {
  test("nothing set: exit 2, and it says what is not", async () => {
    const { exitCode, log } = await runJob({});
    expect(exitCode, log).toBe(2);
    expect(log).toMatch(/STORE_ORDERS_BASE_URL: it is empty|input base-url is empty/);
    expect(log).not.toContain("conform");
  });

  test("an address without a key: exit 2, and it says so", async () => {
    const { exitCode, log } = await runJob({ STORE_ORDERS_BASE_URL: "http://127.0.0.1:9/v1" });
    expect(exitCode, log).toBe(2);
    expect(log).toMatch(/STORE_ORDERS_API_KEY|input api-key is empty/);
  });

  test("set: green, and green again on the second night; what was judged is named", async () => {
    await using staging = await startStaging();
    for (const night of [1, 2]) {
      const { exitCode, log, uploaded: files } = await runJob(staging.settings);
      expect(exitCode, `night ${night}\n${log}`).toBe(0);
      expect(log).toContain(`${staging.settings.STORE_ORDERS_BASE_URL} conforms: `);
      expect(log).not.toContain(key);
      expect(files).toEqual([uploaded]);
    }
  });

  test("a wrong server: red, and the results are there", async () => {
    await using staging = await startStaging("--broken=cancel-200");
    const { exitCode, log, uploaded: files } = await runJob(staging.settings);
    expect(exitCode, log).toBe(1);
    expect(log).toContain(" does not conform: ");
    expect(files).toEqual([uploaded]);
  });
});

// Each kind of script once: what reads the address is the same in all.
describe.each(workflows.filter(([name]) => /^Git(?:Hub|Lab)$/.test(name)))("%s", (_name, runJob) => {
  test.each([
    ["in quotes", '"https://staging.example/v1"'],
    ["with a line behind it", "https://staging.example/v1\nhttps://other.example/v1"],
    ["with a line end", "https://staging.example/v1\n"],
    ["of white space", "  "],
  ])("an address %s: exit 2 and one line of the kit's", async (_what, address) => {
    const { exitCode, log } = await runJob({ STORE_ORDERS_BASE_URL: address, STORE_ORDERS_API_KEY: key });
    expect(exitCode, log).toBe(2);
    expect(log.match(/^store-orders: .*$/gm)).toHaveLength(1);
    expect(log).not.toMatch(/^ +at /m);
  });
});

test("docs show what init writes", () => {
  const { blocks } = readDocs().find(({ path }) => path === "docs/setup.md")!;
  const shown = blocks.filter(({ language }) => language === "yaml").map(({ text }) => text);
  expect(shown).toContain(githubWorkflow(atTop));
  expect(shown).toContain(gitlabJob(atTop));
  const [step] = shown.flatMap((text) => (text.startsWith("- id: verify") ? parse(text) : []));
  const { steps } = parse(nightly).jobs.verify;
  expect(steps).toContainEqual(step);
});
