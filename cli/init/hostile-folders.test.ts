import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { hostileWithin } from "../testing/hostile-texts.ts";
import { planFiles } from "./plan-files.ts";
import { readProject } from "./read-project.ts";

/** Folders with any names, and lock files around a project, in which init runs. */

const manifest = '{ "name": "shop" }\n';

/** A project in that folder of a repository. */
function projectIn(path: string, ...files: readonly string[]) {
  const repository = realpathSync(createScratchFolder());
  const folder = join(repository, path);
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(repository, ".git"));
  writeFileSync(join(folder, "package.json"), manifest);
  for (const file of files) writeFileSync(join(repository, file), "");
  return { repository, folder };
}

const textOf = (folder: string, ending: string) =>
  planFiles(readProject(folder)).find(({ path }) => path.endsWith(ending))!.text;

const names = [
  "\"'`\\#:&*?!",
  "[]{}|<>%@,;~=-+$^()\u00a0é",
  ...["my shop", " ahead", "behind ", "-x", "--", "~", "a #b", "a: b", "- a", "yes", "012", "1e3", "..."],
  ...["$(touch PWNED)", "`touch PWNED`", "';touch PWNED;'", '";touch PWNED;"', "$HOME", "!ref"],
  ...["a\nkey: 1", "a\r\nb", "'\n'", "{{ a }}", "<<: *x", "&anchor", "---"],
  // A folder's name has neither of these two.
  ...hostileWithin(80).map((text) => text.replaceAll("/", "_").replaceAll("\0", "")),
];

test.each(names.map((name) => [name]))("a folder named %j is data in a workflow", (name) => {
  const { repository, folder } = projectIn(join("packages", name));
  const workflow = parse(textOf(folder, ".yml"));
  expect(Object.keys(workflow)).toEqual(["name", "on", "permissions", "jobs"]);
  const { defaults, steps } = workflow.jobs.verify;
  expect(defaults.run).toEqual({ "working-directory": `packages/${name}` });
  expect(steps.at(-1).with.path).toBe("store-orders.xml");
  writeFileSync(join(repository, ".gitlab-ci.yml"), "");
  const [jobs] = Object.entries<{ script: string[]; artifacts: object }>(parse(textOf(folder, ".yml")));
  expect(jobs![0]).toBe("verify-store-orders");
  const { script, artifacts } = jobs![1];
  expect(artifacts).toEqual({ when: "always", reports: { junit: "store-orders.xml" } });
  const env = { PATH: process.env.PATH, CDPATH: "/", OLDPWD: "/", HOME: "/" };
  const inFolder = `${script[0]}\npwd -P`;
  const shown = execFileSync("sh", ["-c", inFolder], { cwd: repository, env, encoding: "utf8" });
  expect(shown).toBe(`${folder}\n`);
  expect([repository, folder].some((each) => existsSync(join(each, "PWNED")))).toBe(false);
  expect(script.at(-1)).toContain(" --reporter junit=../../store-orders.xml");
});

test.each([
  ["$" + "{{ github.token }}", []],
  ["$[[ inputs.x ]]", [".gitlab-ci.yml"]],
  ["a$" + "{{", [".gitlab-ci.yml"]],
])("a folder named %j, which a pipeline expands, is refused", (name, files) => {
  const { folder } = projectIn(join("packages", name), ...files);
  const refusal = /^Cannot write \S+\.yml: a pipeline expands .*Rename the folder\.$/;
  expect(() => planFiles(readProject(folder))).toThrow(refusal);
});

test("a folder that a pipeline expands, where the workflow is there already", () => {
  const { repository, folder } = projectIn("packages/$" + "{{ x }}");
  mkdirSync(join(repository, ".github/workflows"), { recursive: true });
  writeFileSync(join(repository, ".github/workflows/store-orders.yml"), "");
  expect(planFiles(readProject(folder)).length).toBeGreaterThan(2);
});

test("the nearest lock file of the repository decides, and none above it", () => {
  const { repository, folder } = projectIn("packages/shop", "pnpm-lock.yaml");
  expect(readProject(folder).packageManager).toBe("pnpm");
  writeFileSync(join(folder, "yarn.lock"), "");
  expect(readProject(folder).packageManager).toBe("yarn");
  const inner = join(repository, "inner");
  mkdirSync(join(inner, ".git"), { recursive: true });
  writeFileSync(join(inner, "package.json"), manifest);
  expect(readProject(inner).packageManager).toBe("npm");
});

test("without a repository, files in the user's home folder and above it do not count", () => {
  const home = realpathSync(createScratchFolder());
  const folder = join(home, "work", "shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), manifest);
  writeFileSync(join(home, "yarn.lock"), "");
  vi.stubEnv("HOME", home);
  try {
    expect(readProject(folder).packageManager).toBe("npm");
    writeFileSync(join(home, "work", "bun.lock"), "");
    expect(readProject(folder).packageManager).toBe("bun");
    vi.stubEnv("HOME", "/nowhere");
    expect(readProject(folder).packageManager).toBe("npm");
  } finally {
    vi.unstubAllEnvs();
  }
});
