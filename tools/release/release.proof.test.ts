import { execFile } from "node:child_process";
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { startProgram } from "../../cli/testing/start-cli.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { type LocalRegistry, startLocalRegistry } from "../testing/local-registry.ts";
import { copyRepository } from "../testing/pack-kit.ts";
import { statedVersions, versionPlaces } from "./write-version.ts";

/** A release from its changeset to npx: in a clone, by the steps of the workflow, to a registry of the test. */

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

let place: string;
let clone: string;
/** The version that is released. */
let next: string;
let registry: LocalRegistry;

beforeAll(async () => {
  place = mkdtempSync(join(realpathSync(tmpdir()), "store-orders-release-"));
  clone = join(place, "clone");
  copyRepository(root, clone);
  const { stdout } = await run("npm", ["config", "get", "registry"]);
  registry = await startLocalRegistry(stdout.trim());
}, 60_000);

afterAll(async () => {
  await registry?.[Symbol.asyncDispose]();
  rmSync(place, { recursive: true, force: true });
});

const read = (path: string) => readFileSync(join(clone, path), "utf8");
const env = () => ({
  ...process.env,
  PATH: `${join(place, "bin")}:${dirname(process.execPath)}:${process.env.PATH}`,
  NO_COLOR: "1",
  ...registry.env,
});
const inClone = (script: string, more: Readonly<Record<string, string>> = {}) =>
  run("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: clone, env: { ...env(), ...more } });

test("a changeset raises the version in each file", { timeout: 120_000 }, async () => {
  writeFileSync(join(clone, ".changeset/bright-bird.md"), `---\n"${kitName}": minor\n---\n\nOrders sing.\n`);
  await inClone(
    "git init -q -b main && git add -A && git -c user.name=a -c user.email=a@b.test commit -qm all",
  );
  await inClone("npm run release:version");
  next = JSON.parse(read("package.json")).version;
  const [major = 0, minor = 0] = kitVersion.split(".").map(Number);
  // Other changesets may contain a breaking change.
  expect([`${major}.${minor + 1}.0`, `${major + 1}.0.0`]).toContain(next);
  expect(JSON.parse(read("package-lock.json")).packages[""].version).toBe(next);
  expect(read("CHANGELOG.md")).toMatch(
    new RegExp(`^## ${next}\\n[\\s\\S]*?### Minor Changes\\n[\\s\\S]*?Orders sing\\.`, "m"),
  );
  expect(globSync(".changeset/*.md", { cwd: clone })).toEqual([".changeset/README.md"]);
  for (const path of versionPlaces) {
    expect(statedVersions(kitVersion).test(read(path)), path).toBe(false);
    expect(statedVersions(next).test(read(path)), path).toBe(true);
  }
  expect((await inClone("node cli.ts --version")).stdout).toBe(`${next}\n`);
});

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const workflow = () => parse(read(".github/workflows/release.yml"));
const steps = () => (workflow().jobs.publish.steps as Step[]).filter((step) => step.run !== undefined);

test("the workflow may sign, and uses no secret", () => {
  expect(workflow().permissions).toEqual({ contents: "read" });
  expect(workflow().jobs.publish.permissions).toEqual({ contents: "write", "id-token": "write" });
  expect(workflow().jobs.publish.needs).toBe("check");
  expect(read(".github/workflows/release.yml")).not.toContain("secrets.");
  expect(steps().find(({ name }) => name === "Publish")!.env).toEqual({ NPM_CONFIG_PROVENANCE: "true" });
  // An expression in a script would let a tag's name run commands.
  for (const step of steps()) expect(step.run).not.toContain("${{");
});

const address = "https://git.example/shop/kit";
const given = (): Readonly<Record<string, string>> => ({
  "${{ github.ref_name }}": `v${next}`,
  "${{ github.server_url }}/${{ github.repository }}": address,
  "${{ github.token }}": "a-token-of-the-test",
});

test("a tag of another version is refused", async () => {
  const [prepare] = steps().filter(({ run: script }) => script!.includes("prepare-release"));
  const before = read("package.json");
  const wrong = inClone(prepare!.run!, { RELEASE_TAG: "v9.9.9", REPOSITORY_URL: address });
  await expect(wrong).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Cannot release ${next}: the tag must be v${next}, got v9.9.9.`),
  });
  expect(read("package.json")).toBe(before);
});

test("the steps publish the package, with addresses and bills of materials", {
  timeout: 120_000,
}, async () => {
  // Replaces GitHub's command, and records its arguments.
  mkdirSync(join(place, "bin"));
  writeFileSync(join(place, "bin", "gh"), `#!/bin/sh\nprintf '%s\\n' "$@" >"${place}/gh.txt"\n`);
  chmodSync(join(place, "bin", "gh"), 0o755);
  const [install, ...others] = steps();
  expect(install!.run).toBe("npm ci");
  for (const step of others) {
    const values = Object.entries(step.env ?? {}).map(([name, value]) => [name, given()[value] ?? value]);
    // Only CI has the identity that provenance is signed with.
    const known = values.filter(([name]) => name !== "NPM_CONFIG_PROVENANCE");
    await inClone(step.run!, Object.fromEntries(known));
  }
  const published = registry.published.get(kitName)!;
  expect(published["dist-tags"]).toEqual({ latest: next });
  expect(published.versions[next]).toMatchObject({
    version: next,
    repository: { type: "git", url: `git+${address}.git` },
    bugs: { url: `${address}/issues` },
    homepage: `${address}#readme`,
  });
  const parts = (file: string) =>
    JSON.parse(read(`release/${file}`)).components.map(({ name }: { name: string }) => name);
  expect(parts("sbom-dependencies.cdx.json")).toEqual(["undici"]);
  expect(parts("sbom-bundled.cdx.json")).toContain("preact");
  expect(read("release/SHA256SUMS")).toContain(`${kitName}-${next}.tgz`);
  expect(read("release-notes.md")).toContain("Orders sing.");
  expect(readFileSync(join(place, "gh.txt"), "utf8")).toMatch(
    new RegExp(`^release\\ncreate\\nv${next}\\n[\\s\\S]*release/${kitName}-${next}.tgz`),
  );
});

test.each([
  ["by the package's name, which it fetches", false, ["--yes", kitName, "mock"]],
  ["by the package's name, where it is installed", true, ["--no", kitName, "mock"]],
])("npx starts the mock in an empty folder %s", { timeout: 120_000 }, async (_how, isInstalled, args) => {
  const folder = mkdtempSync(join(place, "empty-"));
  const settings = { cwd: folder, env: { ...env(), npm_config_cache: join(folder, "cache") } };
  if (isInstalled) await run("npm", ["install", "--no-audit", "--no-fund", kitName], settings);
  const started = performance.now();
  // A group of its own: npx starts a shell, which starts the mock.
  const options = { ...settings, isGroup: true, patienceMs: 110_000 };
  await using npx = startProgram("npx", [...args, "--port", "0"], options);
  const [baseUrl] = await npx.printed(/http:\/\/127\.0\.0\.1:\d+\/v1/);
  const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: "Bearer mock-key" } });
  expect(await answer.json()).toHaveLength(25);
  process.stdout.write(`npx to the first answer: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
});
