import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { Agent, fetch as fetchBy } from "undici";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createCertificate } from "../../../base/testing/certificate.ts";
import { createControlClient } from "../../client/control-client.ts";
import type { FaultRule } from "../../faults/fault-rule.ts";
import { parseAnswer, readToEnd, writeRequest } from "../../testing/raw-socket.ts";
import { type MockServerOptions, startMockServer } from "./mock-server.ts";

/** The mock over TLS is the same mock: the API, the control plane, the page, and every way in which a connection ends. */

const certificate = createCertificate();
const other = createCertificate();
const dispatcher = new Agent({ connect: { ca: certificate.tls.cert } });
afterAll(async () => {
  certificate[Symbol.dispose]();
  other[Symbol.dispose]();
  await dispatcher.destroy();
});

const authorization = "Bearer mock-key";
const trusting = ((url: string, init: object) =>
  fetchBy(url, { ...init, dispatcher })) as unknown as typeof fetch;

async function start(options: MockServerOptions = {}) {
  const server = await startMockServer({ tls: certificate.tls, fixtures: "magic", ...options });
  onTestFinished(() => server.close());
  const origin = `https://127.0.0.1:${server.port}`;
  const send = (path: string, init: RequestInit = {}) =>
    trusting(origin + path, { redirect: "manual", ...init });
  return { server, origin, send };
}

async function openTls(port: number): Promise<TLSSocket> {
  // Node's types leave out that net.connect's options are tls.connect's too.
  const half = { allowHalfOpen: true };
  const socket = connectTls({ port, host: "127.0.0.1", ca: certificate.tls.cert, ...half });
  await once(socket, "secureConnect");
  return socket;
}

/** The answer to bytes on a connection of their own. */
async function answerTo(port: number, bytes: string | Buffer) {
  const socket = await openTls(port);
  socket.end(bytes);
  return parseAnswer(await readToEnd(socket));
}

const get = (path: string, headers = {}) =>
  writeRequest(`GET ${path}`, { connection: undefined, ...headers });

test("the base URL is an https address, which serves the API, the control plane and the page", async () => {
  const { server, origin, send } = await start();
  expect(server.baseUrl).toBe(`${origin}/v1`);
  const headers = { authorization };
  expect((await send("/v1/store/orders", { headers })).status).toBe(200);
  expect((await send("/v1/store/orders/204", { method: "DELETE", headers })).status).toBe(204);
  expect((await send("/v1/store/orders")).status).toBe(401);
  expect(await (await send("/_mock/health")).json()).toMatchObject({ ready: true });
  const page = await send("/", { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain("connect-src 'self'");
});

test("the commands that it suggests, and the addresses in the journal, are https addresses", async () => {
  const { server, origin, send } = await start();
  const refused = await send("/v1/store/orders", { headers: { authorization: "mock-key" } });
  expect(((await refused.json()) as { message: string }).message).toContain(` ${origin}/v1/store/orders`);
  expect(server.mock.control.journal()[0]).toMatchObject({ secure: true });
  expect(server.mock.control.journalAs("curl")).toContain(` ${origin}/v1/store/orders\n`);
  expect(JSON.parse(server.mock.control.journalAs("har")).log.entries[0].request.url).toBe(
    `${origin}/v1/store/orders`,
  );
});

test("the control client works over TLS, also for events", async () => {
  const { server } = await start();
  const control = createControlClient({ baseUrl: server.baseUrl, fetch: trusting });
  expect(await control.orders()).toHaveLength(8);
  const events: string[] = [];
  const stop = await control.onEvent(({ event }) => events.push(event));
  await control.ship(204n);
  await expect.poll(() => events).toContain("orders");
  stop();
});

test("an upgrade is answered with HTTP/1.1", async () => {
  const { server } = await start();
  const socket = await openTls(server.port);
  expect(socket.alpnProtocol).toBe(false);
  socket.end(get("/v1/store/orders", { connection: "Upgrade", upgrade: "websocket" }));
  expect(parseAnswer(await readToEnd(socket)).status).toBe(200);
});

test("bytes that are not TLS, or not a request within it, harm no other client", async () => {
  const { server, send } = await start();
  const plain = connectTcp(server.port, "127.0.0.1").on("error", () => undefined);
  plain.write(get("/v1/store/orders"));
  expect((await readToEnd(plain)).includes("HTTP/1.1 2")).toBe(false);
  const cut = "DELETE /v1/store/orders/204 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab";
  for (const bytes of ["no request\r\n\r\n", "GET / HTT", cut]) {
    const { status, headers, body } = await answerTo(server.port, bytes);
    expect([status, body.length]).toEqual([400, Number(headers["content-length"])]);
  }
  expect((await send("/_mock/health")).status).toBe(200);
});

describe("faults end the connection as they do without TLS:", () => {
  const answerWith = async (rule: FaultRule) => {
    const { server } = await start({ faults: [rule] });
    const socket = await openTls(server.port);
    let failure: string | undefined;
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      failure = code;
    });
    // It ends its half, and still reads a late answer.
    socket.end(get("/v1/store/orders"));
    return { failure: () => failure, text: (await readToEnd(socket)).toString() };
  };

  test("reset", async () => {
    const { text, failure } = await answerWith({ fault: "reset-after" });
    expect([text, failure()]).toEqual(["", "ECONNRESET"]);
  });

  test("cut", async () => {
    const { headers, body } = parseAnswer(Buffer.from((await answerWith({ fault: "cut-body" })).text));
    expect(body.length).toBeGreaterThan(0);
    expect(body.length).toBeLessThan(Number(headers["content-length"]));
  });
});

test("a stop does not wait for an idle connection, or for one that never began TLS", async () => {
  const { server } = await start();
  const silent = connectTcp(server.port, "127.0.0.1").on("error", () => undefined);
  const idle = await openTls(server.port);
  idle.write(get("/v1/store/orders"));
  await once(idle, "data");
  const ended = Promise.all([once(silent, "close"), once(idle.resume(), "close")]);
  const startedAt = performance.now();
  await server.close();
  // Running answers would be waited for 2 s.
  expect(performance.now() - startedAt).toBeLessThan(1500);
  idle.destroy();
  await ended;
});

test("--fallback reads an address without a port as its own only where its port is 443", async () => {
  const { server } = await start({ fallback: new URL("http://127.0.0.1:1") });
  const statusOf = async (target: string) => (await answerTo(server.port, get(target))).status;
  expect(await statusOf(`https://localhost:${server.port}/v1/store/orders`)).toBe(200);
  expect(await statusOf("https://localhost/v1/store/orders")).toBe(421);
  expect(await statusOf("/elsewhere")).toBe(502);
});

test.each([
  [
    { cert: certificate.tls.cert, key: other.tls.key },
    "Cannot use tls.cert with tls.key: the certificate belongs to another key.",
  ],
  [
    { cert: certificate.tls.key, key: certificate.tls.key },
    "Cannot use tls.cert: it holds no certificate in PEM",
  ],
  [{ cert: certificate.tls.cert, key: "x" }, "Cannot use tls.key: it holds no private key in PEM"],
  [{ cert: certificate.tls.cert }, "Cannot use tls: it must be { cert, key }"],
  ["on", "Cannot use tls: it must be { cert, key }"],
])(
  "a certificate and key that cannot be used are refused before the mock listens (%#)",
  async (tls, message) => {
    const refusal = await startMockServer({ tls: tls as never }).catch((error: Error) => error.message);
    expect(refusal).toContain(message);
    expect(refusal).not.toContain("PRIVATE KEY-----\n");
  },
);
