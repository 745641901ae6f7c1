import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { type RunningCli, startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** How `store-orders mock` ends: at once, with exit code 0, whoever is still connected. */

/** Running answers are waited for 2 s; a stop that takes less has not waited. */
const promptMs = 1500;

async function startMock() {
  const mock = startCli(["mock", "--port=0", "--log=json"]);
  onTestFinished(() => mock[Symbol.asyncDispose]());
  const { port } = JSON.parse((await mock.printed(/^.*\n/))[0]);
  return { mock, port: port as number };
}

async function connectTo(port: number) {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

async function expectPromptEnd(mock: RunningCli, signal: NodeJS.Signals) {
  const from = performance.now();
  mock.kill(signal);
  const { code, signal: killer, stderr } = await mock.ended;
  expect({ code, killer, stderr }).toEqual({ code: 0, killer: null, stderr: "" });
  expect(performance.now() - from).toBeLessThan(promptMs);
}

test.each(["SIGTERM", "SIGINT"] as const)("%s ends a mock right after it has started", async (signal) => {
  const { mock } = await startMock();
  await expectPromptEnd(mock, signal);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends a mock that a client keeps a connection to",
  async (signal) => {
    const { mock, port } = await startMock();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const idle = once(agent, "free");
    const request = get({ port, path: "/v1/store/orders", agent });
    const [response] = await once(request, "response");
    response.resume();
    await idle;
    await expectPromptEnd(mock, signal);
  },
);

test("a connection on which nothing was sent yet holds up no stop", async () => {
  const { mock, port } = await startMock();
  await connectTo(port);
  await expectPromptEnd(mock, "SIGTERM");
});

test("the port is free again after a stop", async () => {
  const { mock, port } = await startMock();
  mock.kill("SIGTERM");
  await mock.ended;
  await using next = startCli(["mock", `--port=${port}`, "--log=json"]);
  await next.printed(new RegExp(`"port":${port},`));
});

test("a second signal does not wait for a request that never gets whole", async () => {
  const { mock, port } = await startMock();
  const socket = await connectTo(port);
  // The answer to the first request proves that the beginning of the second was read.
  socket.write("GET /v1 HTTP/1.1\r\nHost: a\r\n\r\nGET /v1 HTTP/1.1\r\nHo");
  await once(socket, "data");
  mock.kill("SIGINT");
  mock.kill("SIGTERM");
  expect([130, 143]).toContain((await mock.ended).code);
});

test("a mock goes on when nobody reads its log any more", async () => {
  const { mock, port } = await startMock();
  mock.hangUp();
  for (let turn = 0; turn < 5; turn++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/store/orders`);
    expect(status).toBe(401);
  }
  await expectPromptEnd(mock, "SIGTERM");
});
