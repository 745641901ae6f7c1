import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createCertificate } from "../../../base/testing/certificate.ts";
import { parseAnswer, readToEnd, writeRequest } from "../../testing/raw-socket.ts";
import { type MockServerOptions, startMockServer } from "./mock-server.ts";

/** The mock over TLS is the same mock: the tests of all adapters play its answers and faults. */

const certificate = createCertificate();
const other = createCertificate();
afterAll(() => {
  certificate[Symbol.dispose]();
  other[Symbol.dispose]();
});

async function start(options: MockServerOptions = {}) {
  const server = await startMockServer({ tls: certificate.tls, fixtures: "magic", ...options });
  onTestFinished(() => server.close());
  const origin = `https://127.0.0.1:${server.port}`;
  return { server, origin };
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

test("the base URL is an https address, which serves the control plane to this machine alone", async () => {
  const { server, origin } = await start();
  expect(server.baseUrl).toBe(`${origin}/v1`);
  const orders = (host: string) => answerTo(server.port, get("/_mock/orders", { host }));
  expect((await orders("localhost")).status).toBe(200);
  expect((await orders("shop.test")).status).toBe(403);
});

test("the commands that it suggests, and the addresses in the journal, are https addresses", async () => {
  const { server, origin } = await start();
  const keyless = { host: `127.0.0.1:${server.port}`, authorization: "mock-key" };
  const { body } = await answerTo(server.port, get("/v1/store/orders", keyless));
  expect(JSON.parse(body).message).toContain(` ${origin}/v1/store/orders`);
  expect(server.mock.control.journal()[0]).toMatchObject({ secure: true });
  expect(server.mock.control.journalAs("curl")).toContain(` ${origin}/v1/store/orders\n`);
  expect(JSON.parse(server.mock.control.journalAs("har")).log.entries[0].request.url).toBe(
    `${origin}/v1/store/orders`,
  );
});

test("an upgrade is answered with HTTP/1.1", async () => {
  const { server } = await start();
  const socket = await openTls(server.port);
  expect(socket.alpnProtocol).toBe(false);
  socket.end(get("/v1/store/orders", { connection: "Upgrade", upgrade: "websocket" }));
  expect(parseAnswer(await readToEnd(socket)).status).toBe(200);
});

test("bytes that are not TLS, or not a request within it, harm no other client", async () => {
  const { server } = await start();
  const plain = connectTcp(server.port, "127.0.0.1").on("error", () => undefined);
  plain.write(get("/v1/store/orders"));
  expect((await readToEnd(plain)).includes("HTTP/1.1 2")).toBe(false);
  const cut = "DELETE /v1/store/orders/204 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab";
  for (const bytes of ["no request\r\n\r\n", "GET / HTT", cut]) {
    const { status, headers, body } = await answerTo(server.port, bytes);
    expect([status, body.length]).toEqual([400, Number(headers["content-length"])]);
  }
  expect((await answerTo(server.port, get("/_mock/health"))).status).toBe(200);
});

// A busy machine exceeds the time now and then, a stop that waits always.
test("a stop does not wait for an idle connection, or for one that never began TLS", {
  retry: 2,
}, async () => {
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

/** A new private key, whatever the type of the certificate's. */
function keyOf(type: "rsa" | "ec"): string {
  const { privateKey } =
    type === "rsa"
      ? generateKeyPairSync(type, { modulusLength: 2048 })
      : generateKeyPairSync(type, { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }) as string;
}

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
    { cert: certificate.tls.cert, key: keyOf("rsa") },
    "Cannot use tls.cert with tls.key: the certificate belongs to another key.",
  ],
  [
    { cert: certificate.tls.cert, key: keyOf("ec") },
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
