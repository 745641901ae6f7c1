/** Carries out a composite action as GitHub's runner does: its steps' `run` lines, with their `env`, in bash. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";

interface Step {
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface ActionRun {
  readonly exitCode: number | null;
  /** Standard output and standard error, as the log shows them. */
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export function readAction(file: string): Action {
  return parse(readFileSync(file, "utf8"));
}

/** @param folder the job's workspace, which also gets the runner's own files */
export async function runCompositeAction(
  file: string,
  inputs: Readonly<Record<string, string>>,
  folder: string,
): Promise<ActionRun> {
  const action = readAction(file);
  const given = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? "";
  const fill = (value: string) => value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => given(name));
  const files = { GITHUB_OUTPUT: join(folder, "outputs"), GITHUB_STEP_SUMMARY: join(folder, "summary") };
  for (const path of Object.values(files)) writeFileSync(path, "");

  let log = "";
  let exitCode: number | null = 0;
  for (const { env = {}, run } of action.runs.steps) {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...files,
        GITHUB_ACTIONS: "true",
        GITHUB_ACTION_PATH: dirname(file),
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
      },
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    log += out + err;
    exitCode = child.exitCode;
    if (exitCode !== 0) break;
  }
  const lines = readFileSync(files.GITHUB_OUTPUT, "utf8").split("\n").filter(Boolean);
  return {
    exitCode,
    log,
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"),
    outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))),
  };
}
