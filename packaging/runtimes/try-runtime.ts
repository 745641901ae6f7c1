/** What of the packed kit works on a runtime: each thing tried as a user does it. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { exchangeBytes } from "../../mocks/testing/raw-socket.ts";
import { kitName } from "../../spec/kit-version.ts";
import type { Runtime } from "./install-runtimes.ts";

/** Entries that need no test runner, and no other peer. */
const entries = [
  "",
  "/control",
  "/server",
  "/fixtures",
  "/profile",
  "/json",
  "/conformance",
  "/undici",
  "/msw",
];

/** A command that takes longer hangs. */
const patienceMs = 90_000;

interface Place {
  readonly runtime: Runtime;
  /** Of a project that has the kit installed. */
  readonly home: string;
}

type Trial = (place: Place) => Promise<void>;

function start({ runtime, home }: Place, args: readonly string[]): ChildProcess {
  const [program, ...before] = runtime.command;
  const cli = join("node_modules", kitName, "dist", "cli.js");
  return spawn(program, [...before, cli, ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, NO_COLOR: "1" },
  });
}

interface RunningMock extends AsyncDisposable {
  readonly port: number;
  /** Ends it as a terminal or a container does; resolves with how it ended. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

async function startMock(place: Place, ...args: string[]): Promise<RunningMock> {
  const child = start(place, ["mock", "--port", "0", ...args]);
  const closed = once(child, "close") as Promise<[number | null]>;
  const limit = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  void closed.then(() => clearTimeout(limit));
  let said = "";
  let port: string | undefined;
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  while (port === undefined) {
    const ended = await Promise.race([
      once(child.stdout!, "data").then(() => false),
      closed.then(() => true),
    ]);
    port = /http:\/\/127\.0\.0\.1:(\d+)\/v1/.exec(said)?.[1];
    if (ended && port === undefined) throw new Error(said.trim().split("\n")[0]);
  }
  return {
    port: Number(port),
    async stop(signal) {
      child.kill(signal);
      return (await closed)[0];
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await closed;
    },
  };
}

async function run(place: Place, args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = start(place, args);
  let text = "";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  }
  const limit = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(limit);
  return { code, text };
}

function expectEqual(what: string, got: unknown, wanted: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(got)} in place of ${JSON.stringify(wanted)}`);
}

const key = { authorization: "Bearer mock-key" };
const call = (port: number, method: string, path: string, body?: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method, headers: key, ...(body && { body }) });
const statusOf = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  await answer.arrayBuffer();
  return answer.status;
};

const importAll: Trial = async ({ runtime, home }) => {
  const file = join(home, "imports.mjs");
  writeFileSync(
    file,
    `for (const entry of ${JSON.stringify(entries)}) {
  const names = Object.keys(await import("${kitName}" + entry));
  if (names.length === 0) throw new Error("nothing in " + entry);
}
console.log("all imported");
`,
  );
  const [program, ...before] = runtime.command;
  const { stdout } = await promisify(execFile)(program, [...before, file], { cwd: home });
  expectEqual("printed", stdout.trim(), "all imported");
};

const answerCalls: Trial = async (place) => {
  await using mock = await startMock(place);
  const { port } = mock;
  const statuses = [
    await statusOf(port, "GET", "/v1/store/orders"),
    await statusOf(port, "DELETE", "/v1/store/orders/1001"),
    await statusOf(port, "DELETE", "/v1/store/orders/1002"),
    await statusOf(port, "DELETE", "/v1/store/orders/9007199254740993"),
    await statusOf(port, "POST", "/_mock/reset", '{"orders":5000}'),
    await statusOf(port, "GET", "/_mock/orders/search?sort=-id"),
  ];
  expectEqual("answers", statuses, [200, 204, 409, 404, 200, 200]);
  const events = await fetch(`http://127.0.0.1:${port}/_mock/events`);
  const reader = events.body!.getReader();
  expectEqual("events", (await reader.read()).done, false);
  await reader.cancel();
};

const playFaults: Trial = async (place) => {
  await using mock = await startMock(place);
  const { port } = mock;
  const bytes =
    "GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer mock-key\r\nConnection: close\r\n\r\n";
  const seen: unknown[] = [];
  for (const fault of ["reset-before", "cut-body", "delay"]) {
    const rule = { fault, ...(fault === "delay" && { ms: 10 }) };
    seen.push(await statusOf(port, "PUT", "/_mock/faults", JSON.stringify([rule])));
    const { status, headers, body } = await exchangeBytes(port, bytes);
    seen.push(
      Number.isNaN(status) ? "no answer" : body.length < Number(headers["content-length"]) ? "cut" : status,
    );
  }
  expectEqual("faults", seen, [200, "no answer", 200, "cut", 200, 200]);
  expectEqual("afterwards", await statusOf(port, "DELETE", "/_mock/faults"), 200);
};

const keepState: Trial = async (place) => {
  const file = join(place.home, "orders.db");
  rmSync(file, { force: true });
  {
    await using mock = await startMock(place, "--state", file);
    expectEqual("the cancel", await statusOf(mock.port, "DELETE", "/v1/store/orders/1001"), 204);
    expectEqual("the stop", await mock.stop("SIGTERM"), 0);
  }
  await using again = await startMock(place, "--state", file);
  expectEqual(
    "the cancel after a restart",
    await statusOf(again.port, "DELETE", "/v1/store/orders/1001"),
    404,
  );
};

const stopMock: Trial = async (place) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    await using mock = await startMock(place);
    expectEqual(signal, await mock.stop(signal), 0);
  }
};

const verifyMock: Trial = async (place) => {
  const { code, text } = await run(place, ["verify"]);
  expectEqual(
    "the verdict",
    [code, /^(conformant|partial|nonconformant)/m.exec(text)?.[1]],
    [0, "conformant"],
  );
};

/** The judge must fail what is wrong, too, also where it can be seen on the wire alone. */
const failBroken: Trial = async (place) => {
  await using mock = await startMock(place, "--broken", "cancel-with-body");
  const { code, text } = await run(place, [
    ...["verify", `http://127.0.0.1:${mock.port}/v1`, "--api-key", "mock-key"],
    ...["--pending-order", "1001", "--pending-order", "1003", "--shipped-order", "1002"],
  ]);
  expectEqual(
    "the verdict",
    [code, /^(conformant|partial|nonconformant)/m.exec(text)?.[1]],
    [1, "nonconformant"],
  );
};

const printFixtures: Trial = async (place) => {
  const { code, text } = await run(place, ["fixtures", "--count", "3"]);
  expectEqual("fixtures", [code, JSON.parse(text).length], [0, 3]);
};

export const trials: Readonly<Record<string, Trial>> = {
  "imports of every entry": importAll,
  "`mock`: API, control plane, events": answerCalls,
  "`mock`: connections reset, answers cut and late": playFaults,
  "`mock --state FILE.db`": keepState,
  "`mock` stops at SIGINT and SIGTERM": stopMock,
  "`verify` of the mock: conformant": verifyMock,
  "`verify` of a broken mock: nonconformant": failBroken,
  "`fixtures`": printFixtures,
};

/** By trial: undefined where it works, else what happened. */
export async function tryRuntime(
  runtime: Runtime,
  home: string,
): Promise<Readonly<Record<string, string | undefined>>> {
  const found: Record<string, string | undefined> = {};
  for (const [name, trial] of Object.entries(trials)) {
    found[name] = await trial({ runtime, home }).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)).split("\n")[0],
    );
  }
  return found;
}
