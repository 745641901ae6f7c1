/**
 * How many files of the project a call runs through on each way that a reader may follow, once it is
 * warmed up: those in which V8 saw a function run. `node bench/walks.ts --files` names them.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { findBrokenMock } from "../cli/mock/broken-mock.ts";
import { runVerifyCommand } from "../cli/verify/verify-command.ts";
import { formatFixtures } from "../fixtures/format-fixtures.ts";
import { generateOrders } from "../fixtures/generate-orders.ts";
import { parseFixtures } from "../fixtures/parse-fixtures.ts";
import { startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { createMock } from "../mocks/mock.ts";
import { defaultApiKey } from "../mocks/mock-options.ts";

interface Walk {
  readonly name: string;
  /** Files at the most. */
  readonly bar: number;
  /** Runs the call twice and more; what counts is the last one. */
  run(measure: (call: () => Promise<void>) => Promise<string[]>): Promise<string[]>;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const headers = { authorization: `Bearer ${defaultApiKey}` };

const walks: readonly Walk[] = [
  {
    name: "DELETE over the port to its bytes",
    bar: 12,
    async run(measure) {
      await using server = await startMockServer();
      const pending = server.mock.control.orders().filter(({ status }) => status === "pending");
      const ids = pending.map(({ id }) => id);
      return await measure(() => send(`${server.baseUrl}/store/orders/${ids.pop()}`, "DELETE", 204));
    },
  },
  {
    name: "a fixtures file to the bytes of a list",
    bar: 20,
    async run(measure) {
      const folder = mkdtempSync(join(tmpdir(), "walks-"));
      const file = join(folder, "orders.json");
      writeFileSync(file, [...formatFixtures(generateOrders(1, 25), "json")].join(""));
      try {
        return await measure(async () => {
          const fixtures = parseFixtures(readFileSync(file, "utf8"), file);
          const { handle } = createMock({ fixtures });
          expectStatus(handle({ method: "GET", target: "/v1/store/orders", headers }).status, 200);
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
  {
    name: "verify from its arguments to a printed failure",
    bar: 38,
    async run(measure) {
      const server = new Worker(new URL(import.meta.url));
      try {
        const baseUrl = await new Promise<string>((resolve, reject) => {
          server.once("message", resolve).once("error", reject);
        });
        const env = { STORE_ORDERS_API_KEY: defaultApiKey };
        return await measure(async () => {
          let printed = "";
          const terminal = {
            async out(text: string) {
              printed += text;
              return true;
            },
            err: () => {},
            style: (_format: string, text: string) => text,
            interactive: false,
          };
          const noServer = () => Promise.reject(new Error("The run has a server."));
          expectStatus(await runVerifyCommand([baseUrl], env, terminal, noServer), 1);
          if (!printed.includes("nonconformant")) throw new Error(`No failure was printed:\n${printed}`);
        });
      } finally {
        await server.terminate();
      }
    },
  },
];

function send(url: string, method: string, status: number): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      response.resume().once("end", () => resolve(expectStatus(response.statusCode, status)));
    })
      .once("error", reject)
      .end();
  });
}

function expectStatus(status: number | undefined, expected: number): void {
  if (status !== expected) throw new Error(`The call was to end with ${expected}, and did with ${status}.`);
}

/** The project's files in which a function runs while a warmed-up call does. */
async function filesOf(walk: Walk): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  try {
    return await walk.run(async (call) => {
      for (let turn = 0; turn < 3; turn++) await call();
      await session.post("Profiler.takePreciseCoverage");
      await call();
      const { result } = await session.post("Profiler.takePreciseCoverage");
      const ran = result.filter(({ functions }) =>
        functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
      );
      return ran
        .filter(({ url }) => url.startsWith("file:") && !url.includes("/node_modules/"))
        .map(({ url }) => relative(root, fileURLToPath(url)))
        .filter((file) => !file.startsWith("..") && !file.startsWith("bench/"))
        .sort();
    });
  } finally {
    session.disconnect();
  }
}

if (isMainThread) {
  for (const walk of walks) {
    const files = await filesOf(walk);
    const verdict = files.length <= walk.bar ? "" : "  MORE THAN THE BAR";
    process.stdout.write(
      `${String(files.length).padStart(3)} files (${walk.bar} at most)  ${walk.name}${verdict}\n`,
    );
    if (process.argv.includes("--files"))
      process.stdout.write(`${files.map((file) => `      ${file}\n`).join("")}`);
    if (verdict !== "") process.exitCode = 1;
  }
} else {
  const { baseUrl } = await startMockServer({}, findBrokenMock("list-lets-in-any-token").listener);
  parentPort?.postMessage(baseUrl);
}
