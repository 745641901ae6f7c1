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

test("a server without TLS behind an outgoing proxy, which gets its credentials alone", async () => {
  const heads: string[] = [];
  const port = await startServer(
    createServer((request, response) => {
      heads.push(request.rawHeaders.join(" "));
      return echo(request, response);
    }),
  );
  const outgoing = await startForwardProxy({ credentials: "bob:hunter2" });
  const through = (proxy: string) => startTestProxy(`http://127.0.0.1:${port}/v1`, { connection: { proxy } });
  const proxy = await through(outgoing.with("bob:hunter2"));
  expect((await callRaw(proxy.port, [call], { closes: false })).text).toContain("abc");
  expect(heads).toEqual([expect.not.stringMatching(/proxy-/i)]);
  for (const [address, fact] of [
    ["http://127.0.0.1:1", "the proxy http://127.0.0.1:1 cannot be reached: nothing listens there"],
    [outgoing.with("bob:hunter22"), `the proxy ${outgoing.url} answered 407`],
  ] as const) {
    const { port, troubles } = await through(address);
    const { text } = await callRaw(port, [call]);
    expect(text).toContain("502 Bad Gateway");
    for (const said of [text, ...troubles]) expect(said).toContain(fact);
    expect(text + troubles).not.toMatch(/hunter2|Ym9iOmh1bnRlcjI/);
  }
  expect(heads).toHaveLength(1);
});

test("a server that speaks only HTTP/2 gives a 502 with the next step", async () => {
  const port = await startServer(createSecureServer({ ...tls, allowHTTP1: false }));
  const proxy = await startTestProxy(`https://127.0.0.1:${port}/v1`, { connection: { ca: tls.cert } });
  const { text } = await callRaw(proxy.port, [call]);
  expect(text).toContain("502");
  expect(proxy.troubles).toEqual([expect.stringContaining("speaks no HTTP/1.1. Put a reverse proxy")]);
});
