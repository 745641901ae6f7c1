import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, test } from "vitest";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { billFile, noticesFile } from "../build/bundled-packages.ts";
import { usePackedKit } from "../testing/use-packed-kit.ts";

/** The package as the registry has it. */

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const bin = (name: string) => join(root, "node_modules", ".bin", name);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const kit = usePackedKit();

/** Writes the address of each module to standard error as it is loaded. */
const showLoads = `
  import { writeSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      writeSync(2, url + "\\n");
      return next(url, context);
    },
  });`;
const cli = () => join(kit.directory, "dist", "cli.js");
const node = (...args: string[]) => run(process.execPath, args, { cwd: kit.home });

describe("the packed kit", () => {
  test("has its files and no tests", () => {
    expect(kit.files).toEqual(
      expect.arrayContaining(["dist/cli.js", "spec/openapi.yaml", "README.md", "LICENSE"]),
    );
    const strays = /\.test\.|\/testing\/|tsbuildinfo|^node_modules|^tools|\.config\.|stale/;
    // `store-orders init` copies these into projects.
    const own = kit.files.filter((path) => !path.startsWith("examples/init/"));
    expect(own.filter((path) => strays.test(path))).toEqual([]);
    expect(own.filter((path) => /\.ts$/.test(path) && !/\.d\.ts$/.test(path))).toEqual([]);
  });

  test("is at most 4 MB unpacked: pictures, measurements and the design page stay in the repository", () => {
    const bytes = kit.files.map((path) => statSync(join(kit.directory, path)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(4_000_000);
    const kept = /\.png$|^docs\/(?:design|measurements)\.md$/;
    expect(kit.files.filter((path) => kept.test(path))).toEqual([]);
  });

  test("has no script that npm would run or ask about during the installation", () => {
    const scripts = Object.keys(manifest.scripts);
    // npm asks about `prepare` when a package comes from a file; the build runs as postprepare and prepack.
    expect(scripts.filter((name) => /^(?:(?:pre|post)?install|prepare)$/.test(name))).toEqual([]);
  });

  test("has JavaScript for its entries and its command; shared chunks and the page are in folders of their own", () => {
    const entries = Object.values<string | Record<string, string | null>>(manifest.exports)
      .flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)))
      .flatMap((path) => (path?.endsWith(".js") ? path.slice("./".length) : []))
      .concat(Object.values<string>(manifest.bin));
    const scripts = kit.files.filter((path) => path.endsWith(".js"));
    const own = scripts.filter((path) => !/^dist\/(?:chunks|page\/app)\//.test(path));
    expect(own.toSorted()).toEqual(entries.toSorted());
    expect(kit.files).toContain("dist/page/app/index.html");
  });

  test("has the licence of each package that it contains, and a bill of materials", () => {
    const notices = readFileSync(join(kit.directory, "dist", noticesFile), "utf8");
    const bill = JSON.parse(readFileSync(join(kit.directory, "dist", billFile), "utf8"));
    const preact = ["@preact/signals", "@preact/signals-core", "marked", "preact"];
    const contained = ["@faker-js/faker", ...preact, "std-env", "yaml"].map((name) => {
      const folder = join(root, "node_modules", name);
      const licence = readFileSync(join(folder, name === "std-env" ? "LICENCE" : "LICENSE"), "utf8");
      expect(notices).toContain(licence.trim());
      const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return { name, version, licenses: [{ license: { id: license as string } }] };
    });
    const titles = contained.map(
      ({ name, version, licenses: [entry] }) => `${name} ${version} (${entry!.license.id})`,
    );
    expect(notices.match(/(?<=-{80}\n).*/g)).toEqual(titles);
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", components: contained });
    expect(bill.metadata.component).toMatchObject({ name: kitName, version: kitVersion });
    expect(bill.components[0]).toMatchObject({
      purl: `pkg:npm/%40faker-js/faker@${contained[0]!.version}`,
      hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  });

  test("declares the packages that it imports and does not contain", () => {
    expect(Object.keys(manifest.dependencies)).toEqual(["undici"]);
    const imported = /(?:^import .*?|\bimport\()"((?!node:|\.)[^"\s]+)"(?:;$|\))/gm;
    const named = kit.files
      // The command init contains the text of files for other projects.
      .filter((path) => path.endsWith(".js") && !path.endsWith("/init-command.js"))
      .flatMap((path) => [...readFileSync(join(kit.directory, path), "utf8").matchAll(imported)])
      .map(([, name]) => /^(?:@[^/]+\/)?[^/]+/.exec(name!)![0])
      // Tests that a report or a journal prints import the kit.
      .filter((name) => name !== kitName);
    const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    expect(new Set(named)).toEqual(new Set(declared));
  });

  test("asks for the Node that its command checks for", () => {
    const [, major, minor] = /minimumNode = \[(\d+), (\d+)\]/.exec(
      readFileSync(join(root, "cli.ts"), "utf8"),
    )!;
    expect(manifest.engines.node).toBe(`>=${major}.${minor}`);
  });

  test("has its version, and makes the same orders as the sources", async () => {
    expect((await node(cli(), "--version")).stdout).toBe(`${kitVersion}\n`);
    const args = ["fixtures", "--seed", "7", "--count", "300"];
    const { stdout } = await node(cli(), ...args);
    expect(stdout).toBe((await node(join(root, "cli.ts"), ...args)).stdout);
    expect(JSON.parse(stdout)).toHaveLength(300);
  });

  test("runs the mock without files of packages or of the judge", async () => {
    const preload = `data:text/javascript,${encodeURIComponent(showLoads)}`;
    const running = node("--import", preload, cli(), "mock", "--port=0", "--log=json");
    const [line] = await once(running.child.stdout!, "data");
    const { baseUrl } = JSON.parse(line);
    const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: "Bearer mock-key" } });
    expect(answer.status).toBe(200);
    await answer.text();
    running.child.kill("SIGTERM");
    const urls = (await running).stderr.split("\n").filter((url) => url.startsWith("file:"));
    const files = [...new Set(urls)].map((url) => relative(kit.directory, fileURLToPath(url)));
    expect(files.filter((file) => !file.startsWith("dist"))).toEqual([]);
    // The bundler writes the name of each source above its code.
    const sources = files.flatMap((file) => [
      ...readFileSync(join(kit.directory, file), "utf8").matchAll(/^\/\/ (?:#region )?(\S+\.ts)$/gm),
    ]);
    expect(sources.map(([, source]) => source)).toContain("mocks/mock.ts");
    expect(sources.filter(([, source]) => source!.startsWith("conformance/"))).toEqual([]);
  });

  test("has no entry that reaches a file for Node without being marked for Node", () => {
    const neutral = Object.values<string | { default: string; browser?: null }>(manifest.exports)
      .flatMap((entry) => (typeof entry === "string" || entry.browser === null ? [] : [entry.default]))
      .map((path) => join(kit.directory, path));
    const reached = new Set(neutral);
    for (const file of reached) {
      const code = readFileSync(file, "utf8");
      expect(code, file).not.toMatch(/\bprocess\.\w|from "node:/);
      for (const [, path] of code.matchAll(/^(?:import|export) .*?"(\.[^"]+)";$/gm))
        reached.add(join(dirname(file), path!));
    }
    expect(reached.size).toBeGreaterThan(neutral.length);
  });

  test("gives a browser no entry that needs Node", async () => {
    const open = `await import("${kitName}/server")`;
    await expect(node("--conditions=browser", "--input-type=module", "--eval", open)).rejects.toThrow(
      /ERR_PACKAGE_PATH_NOT_EXPORTED/,
    );
  });

  test("passes publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: kit.directory, level: "warning" });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("passes arethetypeswrong", async () => {
    const options = ["--profile", "esm-only", "--no-color", "--exclude-entrypoints"];
    await run(bin("attw"), [kit.tarball, ...options, "report.schema.json", "openapi.yaml"]);
  }, 60_000);
});
