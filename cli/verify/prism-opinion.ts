/**
 * Prism's validation proxy, asked about answers the suite has already judged.
 * A small server replays those answers byte for byte behind the proxy, so the
 * server under test gets no request twice. Without `--errors`, because with it
 * Prism answers in the server's place; only the violations it reports are read,
 * because the body it passes on is rewritten in doubles.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BadInput } from "../../base/bad-input.ts";
import type { Answer, Exchange } from "../../conformance/evidence/exchange.ts";
import {
  answersToCompare,
  compareOpinions,
  type Opinion,
  type ValidatorFindings,
} from "../../conformance/report/second-opinion.ts";

const packageName = "@stoplight/prism-cli";
const startMs = 30_000;

/** @throws {BadInput} where Prism is not installed or does not start */
export async function askPrism(exchanges: readonly Exchange[]): Promise<readonly Opinion[]> {
  const bin = findPrism();
  const judged = answersToCompare(exchanges);
  const upstream = await listenOn(createReplay(judged.map(({ answer }) => answer)));
  const port = await freePort();
  const specification = fileURLToPath(import.meta.resolve("store-orders-kit/openapi.yaml"));
  const prism = spawn(
    process.execPath,
    [bin, "proxy", specification, upstream.origin, "--port", String(port)],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  try {
    await started(prism);
    const opinions: Opinion[] = [];
    for (const [index, exchange] of judged.entries()) {
      opinions.push(compareOpinions(exchange, await askAbout(exchange, index, port)));
    }
    return opinions;
  } finally {
    prism.kill();
    upstream.server.closeAllConnections();
    upstream.server.close();
  }
}

/** @throws {BadInput} where Prism is not installed */
export function findPrism(): string {
  for (const base of [pathToFileURL(resolve("package.json")).href, import.meta.url]) {
    try {
      const manifest = createRequire(base).resolve(`${packageName}/package.json`);
      const { bin } = createRequire(base)(manifest) as { bin: Record<string, string> };
      return join(dirname(manifest), bin.prism!);
    } catch {
      // The next place may have it.
    }
  }
  throw new BadInput(
    `Cannot ask Prism: ${packageName} is not installed. Install it with npm i -D ${packageName}.`,
  );
}

/** Which recorded answer to replay: Prism hands request headers on. */
const replayHeader = "x-replay-answer";
/** Set by the server for its own connection, or wrong once the content coding is undone. */
const hopHeaders = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "content-encoding",
  "date",
]);

function createReplay(answers: readonly Answer[]): Server {
  return createServer((incoming, response) => {
    const answer = answers[Number(incoming.headers[replayHeader])];
    if (!answer) return void response.writeHead(400).end();
    const headers = answer.headers.filter(([name]) => !hopHeaders.has(name)).flat();
    response.writeHead(answer.status, headers).end(answer.status === 204 ? undefined : answer.body);
  });
}

async function askAbout(exchange: Exchange, index: number, port: number): Promise<ValidatorFindings> {
  const { method, path } = exchange.request;
  // Any key will do: the replay knows none, and Prism only looks whether there is one.
  const headers = {
    authorization: "Bearer replayed",
    accept: "application/json",
    [replayHeader]: String(index),
  };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, redirect: "manual" });
  await answer.arrayBuffer();
  return { status: answer.status, violations: readViolations(answer.headers.get("sl-violations")) };
}

/** A long list of violations is cut in the middle of its JSON; what is left of it will do. */
function readViolations(header: string | null): readonly string[] {
  if (header === null) return [];
  const messages = [
    ...String(header).matchAll(/"location":\["(response|request)".*?"message":"((?:[^"\\]|\\.)*)"/g),
  ];
  return messages.filter(([, where]) => where === "response").map(([, , message]) => message!);
}

function started(prism: ChildProcess): Promise<void> {
  return new Promise((ready, fail) => {
    let said = "";
    const give = (fact: string) => fail(new BadInput(`Cannot ask Prism: ${fact}.`));
    const patience = setTimeout(() => give(`it did not start within ${startMs / 1000} s`), startMs);
    const listen = (bytes: Buffer) => {
      said += bytes;
      if (!/listening on/i.test(said)) return;
      clearTimeout(patience);
      ready();
    };
    prism.stdout?.on("data", listen);
    prism.stderr?.on("data", listen);
    prism.on("exit", (code) => {
      clearTimeout(patience);
      give(`it ended with code ${code}`);
    });
  });
}

async function listenOn(server: Server): Promise<{ server: Server; origin: string }> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Prism cannot pick a port itself. */
async function freePort(): Promise<number> {
  const { server } = await listenOn(createServer());
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
