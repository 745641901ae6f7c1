/** The files that init offers a project, copied from examples/init, and what it adds to package.json. */

import { readFileSync } from "node:fs";
import { stringify } from "yaml";
import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { quoteWord } from "../../base/curl.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { configNames } from "../command-line.ts";
import type { PackageManager, Project } from "./read-project.ts";

interface PlannedFile {
  /** Relative to the project. */
  readonly path: string;
  /** In one line. */
  readonly purpose: string;
  readonly text: string;
}

/** @throws {BadInput} for a folder whose name a pipeline would change */
export function planFiles(project: Project): readonly PlannedFile[] {
  const { has, isModule, usesTypeScript, usesVite, hasOtherRunner, viteConfig } = project;
  const script = usesTypeScript ? "ts" : "js";
  // Node and Vite read the extension: .ts and .js are modules only where package.json says so.
  const configScript = isModule ? script : `m${script}`;
  const ownConfig = configNames.find(has);
  const adapt = (text: string) =>
    text
      .replaceAll("onUnhandledFrame", hasMsw2(project) ? "onUnhandledRequest" : "onUnhandledFrame")
      .replace("/browser.ts", `/browser.${script}`)
      // The project's own configuration may have other orders: 1001 is one of the default orders.
      .replace("/orders/204\n", ownConfig === undefined ? "/orders/204\n" : "/orders/1001\n");
  const copy = (path: string, purpose: string): PlannedFile => {
    const ending = path.includes(".config.") ? configScript : script;
    return { path: path.replace(/ts$/, ending), purpose, text: adapt(readExample(path)) };
  };
  const config = copy("store-orders.config.ts", "Options of every command.");
  const files = [
    { ...config, path: ownConfig ?? config.path },
    copy("orders.http", "Requests for the REST client of an editor."),
    { path: `.agents/${skill}`, purpose: "Commands of the kit, for coding agents.", text: readOwn(skill) },
    planPipeline(project),
    copy("src/mocks/node.ts", "The mock in Node tests, by MSW."),
    // Another runner may find these files, and cannot run them.
    !hasOtherRunner &&
      copy(
        "src/mocks/setup-tests.ts",
        "Starts it before the tests of a file, puts the orders back after each.",
      ),
    !hasOtherRunner && copy("src/mocks/orders.test.ts", "A first test, to see that it works."),
    usesVite && copy("src/mocks/browser.ts", "The mock in the browser, by MSW's service worker."),
    usesVite && copy("orders.html", "A page that lists the orders, to see that it works."),
    usesVite &&
      viteConfig === undefined &&
      !hasMsw2(project) &&
      copy("vite.config.ts", "MSW's plugin serves its service worker."),
  ];
  return files.filter((file) => file !== false);
}

const skill = "skills/store-orders/SKILL.md";
const readOwn = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const readExample = (path: string) => readOwn(`examples/init/${path}`);

/** MSW 2 has no plugin for Vite, and another option for requests without a handler. */
export const hasMsw2 = ({ msw }: Project): boolean => msw !== undefined && msw.major < 3;

interface Pipeline {
  readonly file: string;
  readonly purpose: string;
  /** The line behind which the folder of a package in its repository is named. */
  readonly line: string;
  readonly nameFolder: (folder: string) => string;
}

const pipelines = {
  github: {
    file: ".github/workflows/store-orders.yml",
    purpose: "Judges staging each night and on request.",
    line: "    runs-on: ubuntu-latest\n",
    nameFolder: (folder) => `    defaults:\n      run:\n        working-directory: ${scalar(folder)}\n`,
  },
  gitlab: {
    file: ".gitlab/store-orders.yml",
    purpose: "Judges staging each night. In .gitlab-ci.yml: include: [{ local: .gitlab/store-orders.yml }]",
    line: "  script:\n",
    nameFolder: (folder) => `    - ${scalar(`cd ${quoteWord(`./${folder}`)}`)}\n`,
  },
} satisfies Record<string, Pipeline>;

/** At the repository's top, where a pipeline looks for it. @throws {BadInput} */
function planPipeline(project: Project): PlannedFile {
  const { toRepository, inRepository, has } = project;
  const atTop = (path: string) => (toRepository === "" ? path : `${toRepository}/${path}`);
  const name = has(atTop(".gitlab-ci.yml")) ? "gitlab" : "github";
  const { file, purpose } = pipelines[name];
  const path = atTop(file);
  const [expression] = /\$(?:\{\{|\[\[)/.exec(inRepository) ?? [];
  // The expressions of GitHub and of GitLab, neither of which can be escaped.
  if (expression !== undefined && !has(path))
    throw new BadInput(
      `Cannot write ${file}: a pipeline expands ${expression} in the folder's name, got ${quoteValue(inRepository)}. Rename the folder.`,
    );
  return { path, purpose, text: formatPipeline(name, project) };
}

export function formatPipeline(
  name: keyof typeof pipelines,
  {
    packageManager,
    inRepository,
    toRepository,
  }: Pick<Project, "packageManager" | "inRepository" | "toRepository">,
): string {
  const { file, line, nameFolder } = pipelines[name];
  const text = readExample(file).replace("npm ci", installs[packageManager]);
  if (inRepository === "") return text;
  // The report is named from the repository's top, where a pipeline looks for it: nothing expands dots.
  return text
    .replace("junit=", `junit=${toRepository}/`)
    .replace(line, () => line + nameFolder(inRepository));
}

/** A text as YAML on one line, whatever is in it; quoted where YAML 1.1 would read it as something else, too. */
const scalar = (text: string) =>
  stringify(text, { blockQuote: false, doubleQuotedAsJSON: true, lineWidth: 0, compat: "yaml-1.1" }).slice(
    0,
    -1,
  );

/** Steps of a runner before the kit is installed. */
const installs: Readonly<Record<PackageManager, string>> = {
  npm: "npm ci",
  pnpm: "corepack enable && pnpm install --frozen-lockfile",
  yarn: "corepack enable && yarn install --immutable",
  bun: "npx bun install --frozen-lockfile",
};

/** Packages and scripts that the files need and package.json lacks. */
export function planManifest(project: Project) {
  const devDependencies = {
    "store-orders-kit": `^${kitVersion}`,
    msw: "^3.0.0",
    ...(!project.hasOtherRunner && { vitest: "^5.0.0" }),
  };
  const scripts = { test: "vitest run", mock: "store-orders mock" };
  const lacking = <T extends object>(wanted: T, there: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(wanted).filter(([name]) => !there.has(name)));
  return {
    scripts: lacking(scripts, project.scripts),
    devDependencies: lacking(devDependencies, project.dependencies),
  };
}
