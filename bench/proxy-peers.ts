/** Other proxies that judge traffic by a description of the API, as their users start them. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PeerProxy {
  readonly port: number;
  /** @returns what it printed */
  stop(): Promise<string>;
}

const bin = (name: string) => new URL(`../node_modules/${name}`, import.meta.url).pathname;
const specification = new URL("../spec/openapi.yaml", import.meta.url).pathname;

/** Its paths are those of the description, below the server's address. */
export function startPrism(upstream: number): Promise<PeerProxy> {
  const program = bin("@stoplight/prism-cli/dist/index.js");
  return startPeer((port) => [
    program,
    "proxy",
    specification,
    `http://127.0.0.1:${upstream}/v1`,
    "--port",
    String(port),
  ]);
}

export async function startRedocly(upstream: number): Promise<PeerProxy> {
  const folder = mkdtempSync(join(tmpdir(), "redocly-"));
  const peer = await startPeer((port) => [
    bin("@redocly/cli/bin/cli.js"),
    "proxy",
    `--target=http://127.0.0.1:${upstream}`,
    `--port=${port}`,
    `--har=${join(folder, "o.har")}`,
    `--api=${specification}`,
    "--format=csv",
    "--match-mode=basepath",
  ]);
  return {
    port: peer.port,
    async stop() {
      const out = await peer.stop();
      rmSync(folder, { recursive: true });
      return out;
    },
  };
}

async function startPeer(argsFor: (port: number) => readonly string[]): Promise<PeerProxy> {
  const port = await freePort();
  const child = spawn(process.execPath, argsFor(port), { stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  for (let tries = 0; tries < 600; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/not-there`);
      break;
    } catch {
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  return {
    port,
    async stop() {
      child.kill("SIGINT");
      await once(child, "close");
      return out;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
