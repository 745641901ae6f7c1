import { expect, test, vi } from "vitest";
import { parseJson } from "../../../base/json.ts";
import { createSeededChance } from "../../../base/seeded-chance.ts";
import { startCli } from "../../../cli/testing/start-cli.ts";
import { manyCases, proofSeed } from "../../testing/create-draw.ts";
import { createOddRequest } from "../../testing/odd-requests.ts";
import { callPort, openSocket, readAnswers, readToEnd } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** Whatever is sent, it is answered or the connection ends; and no other client notices. */

vi.setConfig({ testTimeout: 30_000 });

/** Time in ms after which an answer counts as missing. */
const stuckMs = 10_000;

/** Sends a fuzzed request, and checks the answers. @throws {Error} for a wrong one */
async function provoke(port: number, seed: number): Promise<void> {
  const bytes = createOddRequest(seed);
  const random = createSeededChance(seed + 1);
  const socket = await openSocket(port);
  let isStuck = false;
  socket.setTimeout(stuckMs, () => {
    isStuck = true;
    socket.destroy();
  });
  let fault: Error | undefined;
  socket.on("error", (error) => {
    fault = error;
  });
  const all = readToEnd(socket);
  // In two pieces, so that the parser has to wait anywhere.
  const middle = Math.floor(random() * bytes.length);
  socket.write(bytes.subarray(0, middle));
  if (random() < 0.5) await new Promise(setImmediate);
  if (random() < 0.05) socket.resetAndDestroy();
  else if (socket.writable) socket.end(bytes.subarray(middle));
  const answers = readAnswers(await all, bytes.includes("HEAD"));
  // A reset would be no clean end: the answer may be lost with it.
  if (fault) throw fault;
  if (isStuck) throw new Error("The connection was neither answered nor closed.");
  for (const { status, body } of answers) {
    if (status < 400 || body === "") continue;
    expect(parseJson(body)).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      status: BigInt(status),
    });
  }
}

async function fuzz(port: number, firstSeed: number, count: number): Promise<void> {
  let next = firstSeed;
  const worker = async () => {
    while (next < firstSeed + count) {
      const seed = next++;
      await provoke(port, seed).catch((error: Error) => {
        throw new Error(`Seed ${seed}: ${error.message}`, { cause: error });
      });
      if (seed % 50 === 0) await expectServed(port, seed);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** A list, a cancel and the list after it, in a world that no fuzzed request reaches. */
async function expectServed(port: number, seed: number): Promise<void> {
  const authorization = `Bearer mock-key~probe-${seed}`;
  const ask = (line: string) => callPort(port, line, { authorization });
  const list = async () => JSON.parse((await ask("GET /v1/store/orders")).body).length;
  expect(await list()).toBe(25);
  expect((await ask("DELETE /v1/store/orders/1001")).status).toBe(204);
  expect(await list()).toBe(24);
}

const seeds = manyCases(600);
test(`malformed requests are answered or refused, and others are served meanwhile (${seeds} from seed ${proofSeed})`, async () => {
  await using server = await startMockServer();
  await fuzz(server.port, proofSeed, seeds);
});

test("the command logs them in lines of plain text, without a stack trace", async () => {
  await using mock = startCli(["mock", "--port=0", "--log=pretty"]);
  const [, port] = await mock.printed(/Base URL {2}http:\/\/127\.0\.0\.1:(\d+)/);
  await fuzz(Number(port), proofSeed + seeds, manyCases(200));
  await mock.printed(/DELETE \/v1\/store\/orders\/1001/);
  mock.kill("SIGTERM");
  const { code, stdout, stderr } = await mock.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toMatch(/^\s+at |Error:|mock_fault|The mock itself|undefined/m);
  // No control character may reach the terminal of a reader of the log.
  expect(stdout).not.toMatch(/[^\n\P{Cc}]/u);
});

test("an answer that is under way arrives whole before garbage behind its request is refused", async () => {
  await using server = await startMockServer({ orders: 50_000 });
  const socket = await openSocket(server.port);
  socket.write("GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer mock-key\r\n\r\n");
  socket.write("garbage\r\n\r\n");
  const answers = readAnswers(await readToEnd(socket));
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  expect(parseJson(answers[0]!.body)).toHaveLength(50_000);
});
