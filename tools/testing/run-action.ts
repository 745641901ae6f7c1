/** Runs the script of action.yml with the environment that its inputs become. */

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
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
  const inputOf = (name: string) => inputs[name] ?? action.inputs[name]!.default;
  const given = Object.fromEntries(inputsByVariable.map(([variable, name]) => [variable, inputOf(name)]));
  const github = { GITHUB_ACTIONS: "true", GITHUB_ACTION_PATH: dirname(file) };
  const env = { ...process.env, ...files, ...given, ...github };
  const options = { cwd: folder, env, reject: false, stripFinalNewline: false } as const;
  const ended = await execa("bash", ["-e", "-c", step!.run], options);
  const [outputs, summary] = Object.values(files).map((path) => readFileSync(path, "utf8"));
  const log = ended.stdout + ended.stderr;
  return { exitCode: ended.exitCode, log, summary: summary!, outputs: readOutputs(outputs!) };
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
