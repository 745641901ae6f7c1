/** `store-orders init`: writes the files that a project needs to use the kit; asks for each file, and overwrites none. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { BadInput } from "../../base/bad-input.ts";
import { createRunner } from "../command-line.ts";
import type { CommandSpec } from "../command-spec.ts";
import * as option from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { extendManifest } from "./manifest.ts";
import { hasMsw2, planFiles, planManifest } from "./plan-files.ts";
import { explainUnsupported, type PackageManager, type Project, readProject } from "./read-project.ts";
import { type FileToWrite, writeFiles } from "./write-files.ts";

export const initCommand = {
  name: "init",
  summary: "Sets the project in this folder up: handlers, test setup, configuration, workflow, requests.",
  options: {
    yes: option.flag("Write every file and install packages without asking.", { short: "y" }),
    "no-install": option.flag("Leave it to you to install the packages that package.json gets."),
    ...option.helpOption,
  },
  notes: [
    "Each file is shown before any is written. What is there already is left alone;",
    "package.json gets what it lacks, and npm's placeholder of a test script is replaced.",
    "",
  ],
} as const satisfies CommandSpec;

export const runInitCommand = createRunner(initCommand, async (line, { terminal }) => {
  const { yes, noInstall } = line.values;
  if (!yes && !process.stdin.isTTY)
    throw new BadInput("Cannot ask what to write: there is no terminal. Give --yes to write every file.");

  const folder = process.cwd();
  const project = readProject(folder);
  using prompt = yes ? undefined : await terminal.openPrompt();
  const agrees = async (question: string) =>
    prompt === undefined || /^(?:y|yes|)$/i.test((await prompt.ask(`${question} [Y/n] `)).trim());
  const show = (head: string, text: string) =>
    terminal.out(`${terminal.style("bold", head)}\n${text.replace(/^/gm, "  ").trimEnd()}\n\n`);

  for (const name of ["msw", "vitest"] as const) {
    const line = explainUnsupported(name, project[name]);
    if (line !== undefined) await terminal.out(`${line}\n\n`);
  }
  const wanted: FileToWrite[] = [];
  for (const { path, purpose, text } of planFiles(project)) {
    if (project.has(path)) {
      await terminal.out(`${path} is there already: left alone.\n\n`);
      continue;
    }
    await show(`${path}  ${purpose}`, text);
    if (await agrees(`Write ${path}?`)) wanted.push({ path, text });
  }

  const manifest = extendManifest(project.manifest, planManifest(project));
  if (manifest.added.length > 0) {
    await show("package.json  gets", manifest.added.join("\n"));
    if (await agrees("Change package.json?"))
      wanted.push({ path: "package.json", text: manifest.text, before: project.manifest });
  }
  const { packageManager } = project;
  const mayInstall =
    wanted.some(({ path }) => path === "package.json") &&
    !noInstall &&
    (await agrees(`Run ${packageManager} install?`));
  writeFiles(folder, wanted);
  const isInstalled = mayInstall && (await installPackages(packageManager, folder, terminal));
  if (mayInstall && !isInstalled)
    terminal.warn(`${packageManager} install failed: run it once more. The files are written.`);
  await terminal.out(nextSteps(project, isInstalled || manifest.added.length === 0));
  return 0;
});

function nextSteps(project: Project, isInstalled: boolean): string {
  const { usesVite, viteConfig, scripts, hasOtherRunner, packageManager, has } = project;
  const steps: (readonly [command: string, what: string])[] = [];
  if (!isInstalled) steps.push([`${packageManager} install`, ""]);
  const hasPlugin = !hasMsw2(project) && (viteConfig === undefined || viteConfig.includes("msw/vite"));
  if (usesVite && !hasPlugin && !has("public/mockServiceWorker.js"))
    steps.push(["npx msw init public --save", "MSW's worker file"]);
  if (!hasOtherRunner) steps.push(["npm test", "the first tests"]);
  if (usesVite) steps.push([scripts.has("dev") ? "npm run dev" : "npx vite", "then open /orders.html"]);
  steps.push(["npm run mock", "the mock on port 4010, with a page to look and play"]);
  steps.push(["npx store-orders verify", "judges the mock; with an address, a server"]);
  const width = Math.max(...steps.map(([command]) => command.length));
  return `Next:\n${steps.map(([command, what]) => `  ${`${command.padEnd(width)}  ${what}`.trimEnd()}\n`).join("")}`;
}

/** Runs a package manager. Its output goes to standard error, since it has text from registries and packages. */
async function installPackages(
  manager: PackageManager,
  folder: string,
  terminal: Terminal,
): Promise<boolean> {
  const child = spawn(manager, ["install"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    // On Windows a package manager is a shell script; the command has no text of a user.
    shell: process.platform === "win32",
  });
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => terminal.err([line]));
  const [code] = await once(child, "close").catch(() => [1]);
  return code === 0;
}
