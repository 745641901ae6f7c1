/** The `store-orders` command as a person starts it: a process of its own. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs with these variables alone, so that nothing of the test's own environment gets in. */
export async function runCli(args: readonly string[], env: Record<string, string> = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout.setEncoding("utf8").toArray(),
    child.stderr.setEncoding("utf8").toArray(),
    once(child, "close"),
  ]);
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}
