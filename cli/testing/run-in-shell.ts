/** The `store-orders` command within a line for bash. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { peakPattern, peakTeller } from "./measure-judge.ts";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/**
 * @param line has `$CLI` in place of the command
 * @param cwd also gets temporary files
 */
export async function runInShell(line: string, cwd: string) {
  const env = { PATH: process.env.PATH, NODE: process.execPath, PEAK: peakTeller[1], CLI: cli, TMPDIR: cwd };
  const words = line.replaceAll("$CLI", '"$NODE" --import "$PEAK" "$CLI"');
  const end = await promisify(execFile)("bash", ["--norc", "-c", words], { cwd, env }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return {
    code: "code" in end ? end.code : 0,
    stdout: end.stdout,
    stderr: end.stderr.replace(peakPattern, ""),
    peakMiB: Number(peakPattern.exec(end.stderr)?.[1]) / 1024,
  };
}
