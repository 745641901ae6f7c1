/** The load generator: wrk where it is installed, else autocannon, which comes with the peers, else node:http. */

import { join } from "node:path";
import { root } from "../kit.ts";
import type { Peers } from "../peers.ts";
import { type Launch, runProcess } from "../processes.ts";
import { connections, type LoadGenerator, parseSlice, type SliceRequest } from "./slice.ts";

export async function createLoadGenerator(peers: Peers | undefined): Promise<LoadGenerator> {
  const wrk = await wrkVersion();
  if (wrk !== undefined) return generator(wrk, wrkLaunch);
  const version = peers?.missing.has("autocannon") ? undefined : peers?.versions.autocannon;
  if (peers && version !== undefined)
    return generator(`autocannon ${version}`, (request) =>
      nodeLaunch(join(peers.folder, "autocannon.js"), request),
    );
  const script = join(root, "bench", "load", "plain-load.js");
  return generator("node:http's client (slow; install wrk)", (request) => nodeLaunch(script, request));
}

function generator(name: string, launch: (request: SliceRequest) => Launch): LoadGenerator {
  return {
    name,
    async run(request) {
      const { code, stdout, stderr } = await runProcess(launch(request), (request.seconds + 15) * 1000);
      if (code !== 0) throw new Error(`${name} failed: ${(stderr || stdout).trim().slice(0, 120)}`);
      return parseSlice(stdout);
    },
  };
}

async function wrkVersion(): Promise<string | undefined> {
  try {
    const { stdout } = await runProcess({ command: "wrk", args: ["--version"] }, 5000);
    return /^wrk \S*?([\d.]+)/.exec(stdout)?.[0].replace("debian/", "");
  } catch {
    return undefined;
  }
}

function wrkLaunch({ url, seconds, authorization, cancels }: SliceRequest): Launch {
  const script = join(root, "bench", "load", "slice.lua");
  return {
    command: "wrk",
    args: ["-t", "1", "-c", String(connections), "-d", `${seconds}s`, "-s", script, url],
    env: {
      ...(authorization !== undefined && { BENCH_AUTHORIZATION: authorization }),
      ...(cancels && { BENCH_CANCEL_EVERY: String(cancels.every), BENCH_IDS: cancels.idsFile }),
    },
  };
}

function nodeLaunch(script: string, request: SliceRequest): Launch {
  const { url, seconds, authorization, cancels } = request;
  const slice = {
    url,
    path: new URL(url).pathname,
    seconds,
    connections,
    headers: authorization === undefined ? {} : { authorization },
    cancelEvery: cancels?.every ?? 0,
    idsFile: cancels?.idsFile,
  };
  return { command: process.execPath, args: [script, JSON.stringify(slice)] };
}
