/** Debian's redis-server in a temporary folder, on a free port. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Certificate } from "../../base/testing/certificate.ts";
import { freePort } from "../../base/testing/free-port.ts";

export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  /** Address of its first database. */
  readonly url: string;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with its stored data. */
  start(): Promise<void>;
  /** Pauses or resumes the process. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
}

/** @param options as on its command line, such as `--appendonly yes` */
export async function startRedis(...options: readonly string[]): Promise<RedisServer> {
  const port = await freePort();
  return runRedis(port, `redis://127.0.0.1:${port}/0`, ["--port", String(port), ...options]);
}

/** Speaks TLS alone, and asks no certificate of its clients. */
export async function startTlsRedis({ certFile, keyFile }: Certificate): Promise<RedisServer> {
  const port = await freePort();
  const own = ["--tls-cert-file", certFile, "--tls-key-file", keyFile, "--tls-ca-cert-file", certFile];
  const ports = ["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no"];
  return runRedis(port, `rediss://127.0.0.1:${port}/0`, [...ports, ...own]);
}

async function runRedis(port: number, url: string, options: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "store-orders-redis-"));
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const usual = ["--bind", "127.0.0.1", "--dir", folder, "--save", ""];
    child = spawn("redis-server", [...usual, ...options], { stdio: ["ignore", "pipe", "inherit"] });
    const died = once(child, "exit").then(([code]) => {
      throw new Error(`redis-server ended with ${code}.`);
    });
    died.catch(() => undefined);
    const isReady = new Promise<void>((resolve) => {
      let text = "";
      child!.stdout!.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (text.includes("Ready to accept connections")) resolve();
      });
    });
    await Promise.race([isReady, died]);
  }
  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const end = once(running, "exit");
    running.kill("SIGCONT");
    running.kill("SIGKILL");
    await end;
  }
  await start();
  return {
    port,
    url,
    kill,
    start,
    signal: (name) => void child?.kill(name),
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
