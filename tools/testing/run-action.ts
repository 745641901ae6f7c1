/** Runs the script of action.yml with the environment that its inputs become. */

import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly env: Readonly<Record<string, string>>; readonly run: string }[];
  };
}

const file = fileURLToPath(new URL("../../action.yml", import.meta.url));
export const action: Action = parse(readFileSync(file, "utf8"));
const [step] = action.runs.steps;

/** The input behind each environment variable of the step. */
export const inputsByVariable = Object.entries(step!.env).map(
  ([variable, value]) => [variable, /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? ""] as const,
);

/** @param folder gets the reports, and the files for outputs and the summary */
export async function runAction(inputs: Readonly<Record<string, string>>, folder: string) {
  const files = { GITHUB_OUTPUT: join(folder, "outputs"), GITHUB_STEP_SUMMARY: join(folder, "summary") };
  for (const path of Object.values(files)) writeFileSync(path, "");
  const given = inputsByVariable.map(([variable, name]) => [
    variable,
    inputs[name] ?? action.inputs[name]!.default,
  ]);
  const env = {
    ...process.env,
    ...files,
    ...Object.fromEntries(given),
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: dirname(file),
  };
  const { exitCode, log } = await new Promise<{ exitCode: number; log: string }>((resolve) => {
    const child = execFile("bash", ["-e", "-c", step!.run], { cwd: folder, env }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, log: stdout + stderr }),
    );
  });
  const read = (path: string) => readFileSync(path, "utf8");
  return {
    exitCode,
    log,
    summary: read(files.GITHUB_STEP_SUMMARY),
    outputs: readOutputs(read(files.GITHUB_OUTPUT)),
  };
}

/** Reads `name<<END`, the lines of the value, and END, for each output. @throws {Error} for anything else */
export function readOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const rest = text.replace(/(.+)<<(.+)\n([\s\S]*?)\n\2\n/gy, (_, name: string, _end, value: string) => {
    outputs[name] = value;
    return "";
  });
  if (rest !== "") throw new Error(`The outputs have more: ${rest}`);
  return outputs;
}
