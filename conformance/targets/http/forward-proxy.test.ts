import { afterAll, expect, onTestFinished, test } from "vitest";
import { createCertificate } from "../../../base/testing/certificate.ts";
import type { Answer } from "../../evidence/exchange.ts";
import { startForwardProxy } from "../../testing/forward-proxy.ts";
import { startRawServer } from "../../testing/raw-server.ts";
import { startForeign } from "../../testing/verify.ts";
import { createHttpTarget } from "./http-target.ts";
import type { ConnectionOptions } from "./open-socket.ts";
import { sendOnce } from "./send-once.ts";

const certificate = createCertificate();
const { tls } = certificate;
afterAll(() => certificate[Symbol.dispose]());

const list = {
  method: "GET",
  path: "/store/orders",
  headers: [["authorization", "Bearer a-foreign-key"]],
} as const;

/** A server that keeps the headers of its requests. */
async function startServer(isTls: boolean) {
  const heads: string[] = [];
  const server = await startForeign({
    pending: ["101"],
    ...(isTls && { tls }),
    interrupt: ({ rawHeaders }) => {
      heads.push(rawHeaders.join(" "));
      return false;
    },
  });
  return { ...server, heads };
}

function targetOf(baseUrl: string, connection: ConnectionOptions, timeoutMs = 5000) {
  const target = createHttpTarget({ baseUrl, apiKey: "a-foreign-key", connection, timeoutMs });
  onTestFinished(() => target.close());
  return target;
}

/** The text of what a call fails with. */
const failureOf = (call: Promise<Answer>) =>
  call.then(
    ({ status }) => `answered ${status}`,
    (error: Error) => error.message,
  );

test.each([
  ["plain", "bob:hunter2", "bob:hunter2"],
  ["percent-encoded", "b%40b:hunt%2Fer%3A%232%25", "b@b:hunt/er:#2%"],
  ["beyond ASCII", "bob:p%C3%A4ss", "bob:päss"],
  ["without a password", "bob", "bob:"],
])("credentials that are %s let calls through, and reach no server", async (_how, written, plain) => {
  for (const isTls of [false, true]) {
    const server = await startServer(isTls);
    const proxy = await startForwardProxy({ credentials: plain });
    const target = targetOf(server.baseUrl, { proxy: proxy.with(written), ca: tls.cert });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await target.send(list)).status);
    expect(statuses).toEqual([200, 200, 200]);
    const line = `GET ${server.baseUrl}/store/orders`;
    expect(proxy.passed).toEqual(isTls ? [`CONNECT ${new URL(server.origin).host}`] : [line, line, line]);
    expect(server.heads).toHaveLength(3);
    expect(server.heads.join("\n")).not.toMatch(/proxy-/i);
    expect(target.proxy).toBe(proxy.url);
  }
});

test.each(["http", "https"])("a single request to %s goes through the proxy, too", async (scheme) => {
  const server = await startServer(scheme === "https");
  const proxy = await startForwardProxy({ credentials: "bob:hunter2" });
  const body = JSON.stringify({ state: "x", params: { ids: ["7"], count: 1 }, action: "setup" });
  const call = { url: `${server.origin}/provider-states`, method: "POST", body } as const;
  const answer = await sendOnce(call, 5000, { proxy: proxy.with("bob:hunter2"), ca: tls.cert });
  expect(answer).toEqual({ status: 200, text: '{"ids":["7"]}' });
  expect([server.states, proxy.passed.length]).toEqual([[body], 1]);
  expect(server.heads.join("\n")).not.toMatch(/proxy-/i);
  const refused = sendOnce(call, 5000, { proxy: proxy.with("bob:wrong1"), ca: tls.cert });
  await expect(refused).rejects.toThrow(/^the proxy http:\/\/127\.0\.0\.1:\d+ answered 407/);
});

const required = "it requires credentials. Give them in its address, as in --proxy http://USER:PASSWORD@";
const notAccepted = "it does not accept the user and password of its address";
test.each(["http", "https"])(
  "a call to %s that a proxy fails has the proxy's address and no credentials",
  async (scheme) => {
    const server = await startServer(scheme === "https");
    const proxy = await startForwardProxy({ credentials: "bob:hunter2" });
    const failureBy = (address: string) => failureOf(targetOf(server.baseUrl, { proxy: address }).send(list));
    for (const [address, fact] of [
      [proxy.url, required],
      [proxy.with("bob:wr0ng1"), notAccepted],
    ] as const) {
      const failure = await failureBy(address);
      expect(failure).toContain(`the proxy ${proxy.url} answered 407`);
      expect(failure).toContain(fact);
      expect(failure).not.toMatch(/wr0ng1|bob/);
    }
    expect(await failureBy("http://bob:hunter2@127.0.0.1:1")).toBe(
      "the proxy http://127.0.0.1:1 cannot be reached: nothing listens there (connection refused)",
    );
    expect(server.heads).toEqual([]);
  },
);

test.each(["http", "https"])(
  "a silent proxy on the way to %s costs no more than the timeout",
  async (scheme) => {
    const silent = await startRawServer(() => undefined);
    const url = `${scheme}://127.0.0.1:1/v1`;
    expect(await failureOf(targetOf(url, { proxy: silent }, 200).send(list))).toBe("timeout after 200 ms");
    await expect(sendOnce({ url, method: "GET" }, 200, { proxy: silent })).rejects.toThrow(/timeout/);
  },
);

test.each([
  [502, "it cannot reach the server"],
  [503, "it cannot reach the server"],
  [403, "it does not allow this connection"],
])("a %i to CONNECT is the proxy's answer", async (refuses, fact) => {
  const proxy = await startForwardProxy({ refuses });
  const target = targetOf("https://127.0.0.1:8/v1", { proxy: proxy.url });
  expect(await failureOf(target.send(list))).toBe(
    `the proxy ${proxy.url} answered ${refuses} to CONNECT 127.0.0.1:8: ${fact}`,
  );
});

test("a proxy that speaks TLS is trusted by --ca, and not by --insecure, which is about the server", async () => {
  const server = await startServer(false);
  const proxy = await startForwardProxy({ credentials: "bob:hunter2", tls });
  const address = proxy.with("bob:hunter2");
  const trusting = targetOf(server.baseUrl, { proxy: address, ca: tls.cert });
  expect((await trusting.send(list)).status).toBe(200);
  const careless = targetOf(server.baseUrl, { proxy: address, insecure: true });
  expect(await failureOf(careless.send(list))).toMatch(
    /^the proxy https:\/\/127\.0\.0\.1:\d+ cannot be reached: self-signed certificate\. Give it with --ca$/,
  );
  expect(server.heads).toHaveLength(1);
});
