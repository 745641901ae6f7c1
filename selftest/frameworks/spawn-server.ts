import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../base/testing/free-port.ts";
import type { StartServer } from "./framework-server.ts";

/** A server that is a separate program: its port is an argument, the key and a file of orders are in its environment. */
export function spawnServer(command: string, file: string): StartServer {
  return async (orders, apiKey) => {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), "store-orders-"));
    const ordersFile = join(folder, "orders.json");
    await writeFile(ordersFile, JSON.stringify(orders));
    const path = fileURLToPath(new URL(`servers/${file}`, import.meta.url));
    const child = spawn(command, command === "php" ? ["-S", `127.0.0.1:${port}`, path] : [path, `${port}`], {
      env: { ...process.env, API_KEY: apiKey, ORDERS_FILE: ordersFile },
      stdio: "ignore",
    });
    const ended = new Promise<string>((resolve) => {
      child.once("error", ({ message }) => resolve(message));
      child.once("exit", (code) => resolve(`it ended with code ${code}`));
    });
    await answers(child, ended, `http://127.0.0.1:${port}/`);
    return {
      url: `http://127.0.0.1:${port}/v1`,
      async close() {
        child.kill("SIGKILL");
        await ended;
        await rm(folder, { recursive: true });
      },
    };
  };
}

/** @throws {Error} when the program ends first, or nothing answers within 10 s */
async function answers(child: ChildProcess, ended: Promise<string>, url: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  const cannot = (fact: string) => new Error(`Cannot start ${child.spawnargs.join(" ")}: ${fact}.`);
  for (;;) {
    const outcome = await Promise.race([ended, fetch(url).catch(() => undefined)]);
    if (typeof outcome === "string") throw cannot(outcome);
    if (outcome) return;
    if (performance.now() > deadline) throw cannot(`nothing answered at ${url} within 10 s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
