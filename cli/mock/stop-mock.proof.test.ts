import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { openSocket } from "../../mocks/testing/raw-socket.ts";
import { startHere } from "../testing/run-here.ts";
import type { RunningCli } from "../testing/start-cli.ts";
import { startMockProcess } from "../testing/start-mock.ts";

/** `store-orders mock` ends at once, with exit code 0. stop-server.proof.test.ts has connections that must not delay it. */

/** Time in ms. A stop waits 2 s for running answers; one that takes less has not waited. */
const promptMs = 1500;
/** A busy machine exceeds the time now and then, a stop that waits always. */
const busyMachine = { retry: 2 };

async function startMock() {
  const { mock, banner, send } = await startMockProcess(["--log=json"]);
  return { mock, send, port: JSON.parse(banner).port as number };
}

async function expectPromptEnd(mock: RunningCli) {
  const from = performance.now();
  mock.kill("SIGTERM");
  const { code, signal: killer, stderr } = await mock.ended;
  expect({ code, killer, stderr }).toEqual({ code: 0, killer: null, stderr: "" });
  expect(performance.now() - from).toBeLessThan(promptMs);
}

test("the port is free again after a stop", async () => {
  const { mock, port } = await startMock();
  await mock.stop();
  await using next = startHere(["mock", `--port=${port}`, "--log=json"]);
  await next.printed(new RegExp(`"port":${port},`));
});

test("a second signal does not wait for a request that is never complete", async () => {
  const { mock, port } = await startMock();
  const socket = (await openSocket(port)).on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  // The answer to the first request proves that the beginning of the second was read.
  socket.write("GET /v1 HTTP/1.1\r\nHost: a\r\n\r\nGET /v1 HTTP/1.1\r\nHo");
  await once(socket, "data");
  mock.kill("SIGINT");
  mock.kill("SIGTERM");
  expect([130, 143]).toContain((await mock.ended).code);
});

test("a mock goes on when the reader of its log has ended", busyMachine, async () => {
  const { mock, send } = await startMock();
  mock.hangUp();
  for (let turn = 0; turn < 5; turn++) expect((await send("GET")).status).toBe(200);
  await expectPromptEnd(mock);
});
