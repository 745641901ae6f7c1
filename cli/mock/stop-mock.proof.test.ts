import { once } from "node:events";
import { Agent, get } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openSocket } from "../../mocks/testing/raw-socket.ts";
import { startHere } from "../testing/run-here.ts";
import type { RunningCli } from "../testing/start-cli.ts";
import { startMockProcess } from "../testing/start-mock.ts";

/** How `store-orders mock` ends: at once, with exit code 0, whatever is still connected. */

/** Running answers are waited for 2 s; a stop that takes less has not waited. */
const promptMs = 1500;

async function startMock() {
  const { mock, banner, send } = await startMockProcess(["--log=json"]);
  return { mock, send, port: JSON.parse(banner).port as number };
}

async function connectTo(port: number) {
  const socket = (await openSocket(port)).on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function expectPromptEnd(mock: RunningCli, signal: NodeJS.Signals) {
  const from = performance.now();
  mock.kill(signal);
  const { code, signal: killer, stderr } = await mock.ended;
  expect({ code, killer, stderr }).toEqual({ code: 0, killer: null, stderr: "" });
  expect(performance.now() - from).toBeLessThan(promptMs);
}

test("a signal ends a mock right after it has started", async () => {
  await expectPromptEnd((await startMock()).mock, "SIGTERM");
});

test("a signal ends a mock that a client keeps a connection to", async () => {
  const { mock, port } = await startMock();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const idle = once(agent, "free");
  const request = get({ port, path: "/v1/store/orders", agent });
  const [response] = await once(request, "response");
  response.resume();
  await idle;
  await expectPromptEnd(mock, "SIGINT");
});

test("a connection without a request does not delay a stop", async () => {
  const { mock, port } = await startMock();
  await connectTo(port);
  await expectPromptEnd(mock, "SIGTERM");
});

test("the port is free again after a stop", async () => {
  const { mock, port } = await startMock();
  await mock.stop();
  await using next = startHere(["mock", `--port=${port}`, "--log=json"]);
  await next.printed(new RegExp(`"port":${port},`));
});

test("a second signal does not wait for a request that is never complete", async () => {
  const { mock, port } = await startMock();
  const socket = await connectTo(port);
  // The answer to the first request proves that the beginning of the second was read.
  socket.write("GET /v1 HTTP/1.1\r\nHost: a\r\n\r\nGET /v1 HTTP/1.1\r\nHo");
  await once(socket, "data");
  mock.kill("SIGINT");
  mock.kill("SIGTERM");
  expect([130, 143]).toContain((await mock.ended).code);
});

test("a mock goes on when the reader of its log has ended", async () => {
  const { mock, send } = await startMock();
  mock.hangUp();
  for (let turn = 0; turn < 5; turn++) expect((await send("GET")).status).toBe(200);
  await expectPromptEnd(mock, "SIGTERM");
});
