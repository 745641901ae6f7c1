/**
 * What the proxy adds: to the time of a call, to the calls that get through, and to memory over 100,000
 * exchanges with and without a recording. Beside a plain proxy of node:http and undici that does nothing
 * else, and beside no proxy: node bench/proxy-overhead.ts
 */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { statSync, unlinkSync } from "node:fs";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTrafficJudge } from "../conformance/judge-traffic.ts";
import { startProxy } from "../conformance/proxy/start-proxy.ts";
import { createTrafficCleaners } from "../conformance/proxy/traffic-cleaners.ts";
import { watchTraffic } from "../conformance/proxy/watch-traffic.ts";
import { createDispatcher } from "../conformance/targets/http/dispatcher.ts";

type Kind = "server" | "plain" | "ours" | "recording";

const list = JSON.stringify(
  Array.from({ length: 25 }, (_, n) => ({
    id: 1001 + n,
    petId: n,
    quantity: 2,
    shipDate: "2026-01-31T09:30:00Z",
  })),
);

async function startServer(): Promise<number> {
  const server = createServer((request, response) => {
    if (request.method === "DELETE") response.writeHead(404, { "content-type": "application/json" });
    else response.setHeader("content-type", "application/json");
    response.end(request.method === "DELETE" ? '{"code":"a","message":"b","status":404}' : list);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Nothing but node:http in and undici out. */
async function startPlain(upstream: number): Promise<number> {
  const dispatcher = createDispatcher({ timeoutMs: 60_000, pipelining: 1 });
  const server = createServer(async (request, response) => {
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await dispatcher.request({
      origin: `http://127.0.0.1:${upstream}`,
      path: request.url!,
      method: request.method!,
      headers: Object.entries(headers).flat() as string[],
    });
    const { connection: _hop, "keep-alive": _alive, ...kept } = answer.headers;
    response.writeHead(answer.statusCode, kept as Record<string, string>);
    const body = answer.body as unknown as AsyncIterable<Buffer>;
    for await (const piece of body) response.write(piece);
    response.end();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function startOurs(upstream: number, record: string | undefined): Promise<number> {
  const target = new URL(`http://127.0.0.1:${upstream}/v1`);
  const cleaners = createTrafficCleaners([]);
  const judge = createTrafficJudge({ baseUrl: target.href, cleaners });
  const onTrouble = () => undefined;
  const watch = watchTraffic({ target, basePath: "/v1", cleaners, judge, record, onTrouble });
  return (await startProxy({ target, port: 0, host: "127.0.0.1", listener: watch.listener })).port;
}

async function start(kind: Kind, ...args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(new URL(import.meta.url), [kind, ...args], { execArgv: ["--expose-gc"] });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port };
}

async function memoryOf(child: ChildProcess): Promise<{ memory: number; heap: number }> {
  child.send("memory");
  return ((await once(child, "message")) as [{ memory: number; heap: number }])[0];
}

/** Calls over some connections, each sending when it was answered. @returns ms of each */
async function call(port: number, count: number, connections: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = count;
  const one = (number: number) =>
    new Promise<void>((done, fail) => {
      const startedAt = performance.now();
      const isCancel = number % 10 === 0;
      const path = isCancel ? `/v1/store/orders/${5000 + (number % 1000)}` : "/v1/store/orders";
      const headers = { authorization: "Bearer a-usual-key" };
      const options = { port, host: "127.0.0.1", agent, path, method: isCancel ? "DELETE" : "GET", headers };
      const request = httpRequest(options, (answer) => {
        answer.resume().on("end", () => {
          times.push(performance.now() - startedAt);
          done();
        });
      });
      request.on("error", fail).end();
    });
  const worker = async () => {
    while (left > 0) await one(left--);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return times;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const say = (text: string) => void process.stdout.write(`${text}\n`);

async function measure(): Promise<void> {
  const record = join(tmpdir(), `proxy-overhead-${process.pid}.har`);
  const server = await start("server");
  const upstream = String(server.port);
  const [plain, ours, recording] = [
    await start("plain", upstream),
    await start("ours", upstream),
    await start("recording", upstream, record),
  ];
  const all = {
    "no proxy": server,
    "plain proxy": plain,
    "store-orders proxy": ours,
    "with --record": recording,
  };
  const empty = () => Object.fromEntries(Object.keys(all).map((name) => [name, [] as number[]]));
  const [p50, rate] = [empty(), empty()];
  for (let round = 0; round < 5; round++) {
    for (const [name, { port }] of Object.entries(all)) {
      const times = await call(port, 2000, 1);
      const startedAt = performance.now();
      await call(port, 6000, 16);
      // The first round warms up.
      if (round === 0) continue;
      p50[name]!.push(median(times));
      rate[name]!.push(6000 / ((performance.now() - startedAt) / 1000));
    }
  }
  const direct = median(p50["no proxy"]!);
  const base = median(rate["plain proxy"]!);
  say(
    "| | p50 of one call after the other | added | calls a second, 16 connections | of the plain proxy's |",
  );
  say("|---|---|---|---|---|");
  for (const name of Object.keys(all)) {
    const [time, calls] = [median(p50[name]!), median(rate[name]!)];
    const cells = [
      `${time.toFixed(3)} ms`,
      `${(time - direct).toFixed(3)} ms`,
      calls.toFixed(0),
      (calls / base).toFixed(2),
    ];
    say(`| ${name} | ${cells.join(" | ")} |`);
  }
  for (const [name, { child, port }] of Object.entries({ ours, recording })) {
    const sizes: string[] = [];
    for (let part = 0; part < 5; part++) {
      await call(port, 20_000, 16);
      const { memory, heap } = await memoryOf(child);
      sizes.push(`${(memory / 1e6).toFixed(0)}/${(heap / 1e6).toFixed(1)}`);
    }
    say(`Memory of ${name} after each 20,000 exchanges, resident/heap in MB: ${sizes.join(", ")}`);
  }
  say(`Recording: ${(statSync(record).size / 1e6).toFixed(0)} MB`);
  unlinkSync(record);
  for (const { child } of Object.values(all)) child.kill();
}

const [, , kind, upstreamText, file] = process.argv;
if (kind !== undefined) {
  const upstream = Number(upstreamText);
  const port =
    kind === "server"
      ? await startServer()
      : kind === "plain"
        ? await startPlain(upstream)
        : await startOurs(upstream, kind === "recording" ? file : undefined);
  process.on("disconnect", () => process.exit());
  process.on("message", () => {
    globalThis.gc?.();
    process.send!({ memory: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed });
  });
  process.send!({ port });
} else await measure();
