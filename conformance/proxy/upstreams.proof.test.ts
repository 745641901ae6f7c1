import { createServer, type RequestListener } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { afterAll, expect, test, vi } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { startForwardProxy } from "../testing/forward-proxy.ts";
import { startServer } from "../testing/raw-server.ts";
import { callRaw } from "./testing/raw-peers.ts";
import { startTestProxy } from "./testing/start-test-proxy.ts";

vi.setConfig({ testTimeout: 30_000 });

const certificate = createCertificate();
const { tls } = certificate;
afterAll(() => certificate[Symbol.dispose]());

const call = "POST /v1/x HTTP/1.1\r\nHost: me\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc";

/** Answers with what came to it. */
const echo: RequestListener = async (request, response) => {
  const body = (await request.setEncoding("utf8").toArray()).join("");
  response.writeHead(200, "Fine", ["X-Case", "1"]);
  response.end(JSON.stringify([request.method, request.url, request.headers.host, body]));
};

test("TLS, a certificate authority, and an outgoing proxy", async () => {
  const port = await startServer(createHttpsServer(tls, echo));
  const outgoing = await startForwardProxy();
  const said = JSON.stringify(["POST", "/v1/x", `127.0.0.1:${port}`, "abc"]);
  for (const connection of [{ ca: tls.cert }, { insecure: true }, { ca: tls.cert, proxy: outgoing.url }]) {
    const proxy = await startTestProxy(`https://127.0.0.1:${port}/v1`, { connection });
    const { text, ending } = await callRaw(proxy.port, [call], { closes: false });
    expect([text, ending]).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 Fine\r\nX-Case: 1\r\n/), "end"]);
    expect(text).toContain(said);
  }
  expect(outgoing.passed).toEqual([`CONNECT 127.0.0.1:${port}`]);
  const trusting = await startTestProxy(`https://127.0.0.1:${port}/v1`);
  const { text } = await callRaw(trusting.port, [call]);
  expect(text).toContain("502");
  expect(trusting.troubles).toEqual([expect.stringContaining("self-signed certificate")]);
});

test("a server without TLS behind an outgoing proxy, and a proxy that does not exist", async () => {
  const port = await startServer(createServer(echo));
  const outgoing = await startForwardProxy();
  const proxy = await startTestProxy(`http://127.0.0.1:${port}/v1`, { connection: { proxy: outgoing.url } });
  expect((await callRaw(proxy.port, [call], { closes: false })).text).toContain("abc");
  const lost = await startTestProxy(`http://127.0.0.1:${port}/v1`, {
    connection: { proxy: "http://127.0.0.1:1" },
  });
  expect((await callRaw(lost.port, [call])).text).toContain("502 Bad Gateway");
});

test("a server that speaks only HTTP/2 gives a 502 with the next step", async () => {
  const port = await startServer(createSecureServer({ ...tls, allowHTTP1: false }));
  const proxy = await startTestProxy(`https://127.0.0.1:${port}/v1`, { connection: { ca: tls.cert } });
  const { text } = await callRaw(proxy.port, [call]);
  expect(text).toContain("502");
  expect(proxy.troubles).toEqual([expect.stringContaining("speaks no HTTP/1.1. Put a reverse proxy")]);
});
