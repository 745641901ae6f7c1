import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFiles } from "./write-files.ts";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "store-orders-init-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const manifest = '{ "name": "shop", "scripts": { "test": "vitest run" } }\n';
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const everything = () => globSync("**/*", { cwd: folder }).toSorted();

async function refusal(...args: string[]) {
  return promisify(execFile)(process.execPath, [cli, "init", ...args], { cwd: folder }).then(
    ({ stdout }) => ({ code: 0, stderr: stdout }),
    ({ code, stderr }) => ({ code, stderr }),
  );
}

async function expectNothingWritten(message: string): Promise<void> {
  const before = everything();
  const { code, stderr } = await refusal("--yes", "--no-install");
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect(code).toBe(2);
  expect(everything()).toEqual(before);
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(manifest);
}

test("a folder without a project, and a pipe without --yes, get one line", async () => {
  expect(await refusal("--yes")).toEqual({
    code: 2,
    stderr: expect.stringContaining("it has no package.json"),
  });
  expect(await refusal()).toEqual({ code: 2, stderr: expect.stringContaining("Give --yes") });
});

test("a link that leads nowhere is not written through", async () => {
  write("package.json", manifest);
  symlinkSync(join(folder, "elsewhere"), join(folder, "orders.http"));
  await expectNothingWritten("Cannot write orders.http: it is a link that leads nowhere.");
});

test("a file where a folder is needed", async () => {
  write("package.json", manifest);
  write("src", "a file");
  await expectNothingWritten("src/mocks/node.js: a part of its path is no directory. Nothing was");
});

test("a package.json that is read-only", async ({ skip }) => {
  write("package.json", manifest);
  const file = join(folder, "package.json");
  chmodSync(file, 0o444);
  // To root nothing is read-only: somebody else has to run it.
  if (process.getuid?.() !== 0) return expectNothingWritten("package.json: access to it is denied.");
  skip(process.setegid === undefined, "There are no users here.");
  chownSync(folder, 65534, 65534);
  chownSync(file, 65534, 65534);
  process.setegid!(65534);
  process.seteuid!(65534);
  try {
    const text = manifest.replace("shop", "other");
    const files = [
      { path: "new/file.ts", text: "new" },
      { path: "package.json", text, before: manifest },
    ];
    expect(() => writeFiles(folder, files)).toThrow("package.json: access to it is denied. Nothing was");
  } finally {
    process.seteuid!(0);
    process.setegid!(0);
  }
  expect(everything()).toEqual(["package.json"]);
  expect(readFileSync(file, "utf8")).toBe(manifest);
});

test("what fails half way is taken back", () => {
  write("package.json", manifest);
  const files = [
    { path: "a/b/one.ts", text: "one" },
    { path: "package.json", text: "changed", before: manifest },
    { path: "a/b/one.ts/two.ts", text: "two" },
  ];
  expect(() => writeFiles(folder, files)).toThrow("Nothing was written.");
  expect(everything()).toEqual(["package.json"]);
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(manifest);
});

test("files that are there already are kept, whatever they are", async () => {
  write("package.json", manifest);
  write("orders.http", "mine");
  write("shared/node.js", "theirs");
  mkdirSync(join(folder, "src"));
  symlinkSync(join(folder, "shared"), join(folder, "src", "mocks"));
  const { code } = await refusal("--yes", "--no-install");
  expect(code).toBe(0);
  expect(readFileSync(join(folder, "orders.http"), "utf8")).toBe("mine");
  expect(readFileSync(join(folder, "shared/node.js"), "utf8")).toBe("theirs");
});
