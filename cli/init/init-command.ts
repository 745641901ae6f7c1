/** `store-orders init`: writes what a project needs to use the kit; asks for each file, overwrites none. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { BadInput } from "../../base/bad-input.ts";
import { type CommandSpec, type Environment, helpOption } from "../command-line.ts";
import { readCommandLine } from "../config/read-command-line.ts";
import { reasonOf } from "../read-input.ts";
import type { Terminal } from "../terminal.ts";
import { extendManifest } from "./extend-manifest.ts";
import { planFiles, planManifest } from "./plan-files.ts";
import { type Project, readProject } from "./read-project.ts";

export const initCommand: CommandSpec = {
  name: "init",
  summary: "Sets the project in this folder up: handlers, test setup, configuration, workflow, requests.",
  options: {
    yes: { short: "y", help: "Write every file without asking." },
    help: helpOption,
  },
  notes: ["Each file is shown before it is written. What is there already is left alone.", ""],
};

export async function runInitCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  const line = await readCommandLine(initCommand, args, env, terminal);
  if (line === undefined) return 0;
  if (!line.flag("yes") && !process.stdin.isTTY)
    throw new BadInput("Cannot ask what to write: there is no terminal. Give --yes to write every file.");

  const folder = process.cwd();
  const project = readProject(folder);
  using answers = createAnswers(line.flag("yes"));
  const show = (head: string, text: string) =>
    terminal.out(`${terminal.style("bold", head)}\n${text.replace(/^/gm, "  ").trimEnd()}\n\n`);

  for (const { path, purpose, text } of planFiles(project)) {
    if (project.has(path)) {
      await terminal.out(`${path} is there already: left alone.\n\n`);
      continue;
    }
    const lines = text.split("\n");
    const shown =
      lines.length > 60 ? `${lines.slice(0, 8).join("\n")}\n… ${lines.length - 8} lines more` : text;
    await show(`${path}  ${purpose}`, shown);
    if (await answers.agrees(`Write ${path}?`)) write(join(folder, path), text, "wx");
  }

  const manifest = extendManifest(project.manifest, planManifest(project));
  if (manifest.added.length > 0) {
    await show("package.json  gets", manifest.added.join("\n"));
    if (await answers.agrees("Change package.json?")) write(join(folder, "package.json"), manifest.text, "w");
  }
  await terminal.out(nextSteps(project, manifest.added.length > 0));
  return 0;
}

function write(path: string, text: string, flag: "w" | "wx"): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag });
  } catch (error) {
    throw new BadInput(`Cannot write ${path}: ${reasonOf(error)}.`);
  }
}

function createAnswers(agreesToAll: boolean) {
  const prompt = agreesToAll ? undefined : createInterface({ input: process.stdin, output: process.stderr });
  return {
    async agrees(question: string): Promise<boolean> {
      if (!prompt) return true;
      const answer = await prompt.question(`${question} [Y/n] `);
      return /^(?:y|yes|)$/i.test(answer.trim());
    },
    [Symbol.dispose]: () => prompt?.close(),
  };
}

function nextSteps({ usesVite, worker, scripts }: Project, isManifestChanged: boolean): string {
  const steps: (readonly [command: string, what: string])[] = [];
  if (isManifestChanged) steps.push(["npm install", ""]);
  if (usesVite && worker === undefined) steps.push(["npx msw init public --save", "MSW's worker file"]);
  steps.push(["npm test", "the first tests"]);
  if (usesVite) steps.push([scripts.has("dev") ? "npm run dev" : "npx vite", "then open /orders.html"]);
  steps.push(["npm run mock", "the mock on port 4010, with a page to look and play"]);
  const width = Math.max(...steps.map(([command]) => command.length));
  return `Next:\n${steps.map(([command, what]) => `  ${`${command.padEnd(width)}  ${what}`.trimEnd()}\n`).join("")}`;
}
