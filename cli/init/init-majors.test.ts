import { expect, test } from "vitest";
import { createProject } from "./testing/project-at.ts";

/** The files that init writes, by the versions of MSW and vitest that the project has. */

/** A project with Vite after init, and the output of init. */
async function init(devDependencies: object, installed: Readonly<Record<string, string>> = {}) {
  const project = createProject({ type: "module", devDependencies: { vite: "^8", ...devDependencies } });
  for (const [name, version] of Object.entries(installed))
    project.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version }));
  const { stdout: said } = await project.init("--yes", "--no-install");
  return { ...project, said };
}

test.each([
  ["installed", { msw: "*" }, { msw: "2.15.0" }],
  ["declared and not installed yet", { msw: "^2.14.0" }, {}],
])(
  "MSW 2, %s: its own word for other requests, and its command for the worker",
  async (_name, asked, has) => {
    const { said, read, files } = await init(asked, has);
    expect(said).not.toContain("Cannot use");
    expect(said).toContain("npx msw init public --save");
    for (const path of ["src/mocks/browser.js", "orders.html"]) {
      expect(read(path)).toContain('worker.start({ onUnhandledRequest: "bypass" })');
      expect(read(path)).not.toContain("onUnhandledFrame");
    }
    expect(files()).not.toContain("vite.config.js");
  },
);

test("MSW 3, and a project without MSW: the plugin serves the worker", async () => {
  const { said, read } = await init({}, { msw: "3.0.5", vitest: "5.1.1" });
  expect(said).not.toContain("Cannot use");
  expect(said).not.toContain("npx msw init");
  expect(read("orders.html")).toContain('worker.start({ onUnhandledFrame: "bypass" })');
  expect(read("vite.config.js")).toContain("msw/vite");
});

test("a version that the kit does not work with gets a line", async () => {
  const { said } = await init({}, { msw: "2.7.3", vitest: "3.2.4" });
  const line = (name: string, version: string, range: string, install: string) =>
    `Cannot use ${name} ${version}: the files below need ${name} ${range}. Run npm install --save-dev ${name}@${install}.\n`;
  expect(said).toContain(line("msw", "2.7", "2.14 or 3.0", "2"));
  expect(said).toContain(line("vitest", "3.2", "4.0 or 5.0", "5"));
});

test.each([
  [{ type: "commonjs" }, "store-orders.config.mjs"],
  [{ devDependencies: { typescript: "^5.9.0" } }, "store-orders.config.mts"],
  [{ type: "module", devDependencies: { typescript: "^5.9.0" } }, "store-orders.config.ts"],
])("the configuration is a module by its name where package.json has %j", async (manifest, name) => {
  const { init, has } = createProject(manifest);
  await init("--yes", "--no-install");
  expect(has(name)).toBe(true);
});

test("the requests cancel an order that the configuration of init has", async () => {
  const { read } = await init({});
  expect(read("store-orders.config.js")).toContain('fixtures: "magic"');
  expect(read("orders.http")).toContain("DELETE {{origin}}/v1/store/orders/204\n");
});

test("a project's own configuration and test runner are kept, and the requests cancel a default order", async () => {
  const scripts = { test: "node --test", build: "echo built" };
  const project = createProject({ type: "module", scripts });
  const config = '{"mock":{"fixtures":"all-shipped"}}';
  project.write("store-orders.config.json", config);
  const { stdout } = await project.init("--yes", "--no-install");
  expect(stdout).not.toContain("npm test");
  expect(project.read("orders.http")).toContain("DELETE {{origin}}/v1/store/orders/1001\n");
  expect(project.read("store-orders.config.json")).toBe(config);
  expect(project.files()).not.toContain("store-orders.config.js");
  const manifest = JSON.parse(project.read("package.json"));
  expect(manifest.scripts).toEqual({ ...scripts, mock: "store-orders mock" });
  expect(Object.keys(manifest.devDependencies)).not.toContain("vitest");
});
