/** `--orders-command CMD`: a command of the user's that prints the ids of orders in given states. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { readFailureReason } from "../../base/failure-reason.ts";
import { isJsonObject, readJson } from "../../base/json.ts";
import { namedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { readIds, withinTime } from "../user-module.ts";

/** A thousand ids are a tenth of it. */
const mostOutput = 256 * 1024;
const limitMs = 6_000;
/** Characters kept of what a command says on standard error: the last ones. */
const mostReason = 16 * 1024;

/**
 * The command runs once, when the run asks for orders.
 * @param signal ends it
 */
export function commandOrders(command: string, signal?: AbortSignal): NonNullable<Target["arrange"]> {
  let found: Promise<GivenOrders> | undefined;
  return async () => {
    found ??= runCommand(command, signal).then(readOrders);
    return namedOrders(await found)();
  };
}

/** @throws {BadInput} saying why there are no orders, with the last lines of standard error */
async function runCommand(command: string, stop: AbortSignal | undefined): Promise<string> {
  // In a group of its own, so that what it started ends with it.
  const child = spawn(command, {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  const kill = () => killGroup(child);
  process.once("exit", kill);
  try {
    const ended = Promise.all([readOutput(child.stdout), readReason(child.stderr), once(child, "close")]);
    const [output, reason, [code, signal]] = await withinTime(ended, limitMs, "it", stop);
    if (code === 0) return output;
    const { inline, details } = readFailureReason(reason);
    const end = code === null ? signal : `exit code ${code}`;
    return refuse(`it ended with ${end}${inline}${details.length > 0 ? " and wrote:" : "."}`, details);
  } catch (error) {
    if (error instanceof BadInput && error.message.startsWith(refused)) throw error;
    return refuse(`${(error as Error).message}.`);
  } finally {
    process.off("exit", kill);
    kill();
    child.stdout.destroy();
    child.stderr.destroy();
    child.unref();
  }
}

async function readOutput(stream: Readable): Promise<string> {
  let text = "";
  for await (const piece of stream.setEncoding("utf8")) {
    text += piece;
    if (text.length > mostOutput) throw new Error(`it prints more than ${mostOutput / 1024} KB`);
  }
  return text;
}

async function readReason(stream: Readable): Promise<string> {
  let text = "";
  for await (const piece of stream.setEncoding("utf8")) text = (text + piece).slice(-mostReason);
  return text;
}

function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended, with all that it started.
  }
}

const form = '{"pending": [101, 102], "shipped": [301]}';

function readOrders(text: string): GivenOrders {
  const json = readJson(text, (fact) => refuse(`it must print ${form}; ${fact}`));
  if (!isJsonObject(json)) return refuse(`it must print ${form}, got ${quoteValue(json)}.`);
  const unknown = Object.keys(json).find((name) => name !== "pending" && name !== "shipped");
  if (unknown !== undefined) refuse(`it must print ${form}, got a member ${quoteValue(unknown)}.`);
  return {
    pending: readIds(json.pending, "pending", refuse),
    shipped: readIds(json.shipped, "shipped", refuse),
  };
}

const refused = "Cannot use --orders-command: ";

function refuse(fact: string, details: readonly string[] = []): never {
  throw new BadInput(refused + fact, details);
}
