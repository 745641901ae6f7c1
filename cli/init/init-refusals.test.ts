import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../testing/start-cli.ts";
import { createProject } from "./testing/project-at.ts";
import { writeFiles } from "./write-files.ts";

const manifest = '{"name":"shop","scripts":{"test":"vitest run"}}';
const createShop = () => createProject(JSON.parse(manifest));
type Project = ReturnType<typeof createShop>;

async function expectNothingWritten(project: Project, message: string): Promise<void> {
  const before = project.files();
  const { code, stderr } = await project.init("--yes", "--no-install");
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect(code).toBe(2);
  expect([project.files(), project.read("package.json")]).toEqual([before, manifest]);
}

test("a folder without a project, and a pipe without --yes, get one line", async () => {
  const { folder, init } = createProject();
  const without = await init("--yes");
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("it has no package.json")]);
  const { code, stderr } = await runCli(["init"], { cwd: folder });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^[^\n]+Give --yes[^\n]+\n$/)]);
});

test("a link that leads nowhere is not written through", async () => {
  const project = createShop();
  symlinkSync(join(project.folder, "elsewhere"), join(project.folder, "orders.http"));
  await expectNothingWritten(
    project,
    "Cannot write orders.http: it is there already, perhaps as a link that leads nowhere.",
  );
});

test("a file where a folder is needed", async () => {
  const project = createShop();
  project.write("src", "a file");
  await expectNothingWritten(
    project,
    "src/mocks/node.js: a part of its path is not a directory. Nothing was",
  );
});

test("changes are undone where a later one fails", () => {
  const { folder, files, read } = createShop();
  const changes = [
    { path: "a/b/one.ts", text: "one" },
    { path: "package.json", text: "changed", before: manifest },
    { path: "a/b/one.ts/two.ts", text: "two" },
  ];
  expect(() => writeFiles(folder, changes)).toThrow("Nothing was written.");
  expect([files(), read("package.json")]).toEqual([["package.json"], manifest]);
});

test("existing files are kept, whatever they contain", async () => {
  const { folder, write, read, init } = createShop();
  write("orders.http", "mine");
  write("shared/node.js", "theirs");
  mkdirSync(join(folder, "src"));
  symlinkSync(join(folder, "shared"), join(folder, "src", "mocks"));
  const { code, stdout } = await init("--yes", "--no-install");
  expect([code, stdout]).toEqual([0, expect.stringContaining("orders.http is there already: left alone.")]);
  expect([read("orders.http"), read("shared/node.js")]).toEqual(["mine", "theirs"]);
});
