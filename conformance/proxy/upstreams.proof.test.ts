import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { callRaw } from "./testing/raw-peers.ts";
import { startTestProxy } from "./testing/start-test-proxy.ts";

vi.setConfig({ testTimeout: 30_000 });

const certificate = createCertificate();
const { tls } = certificate;
afterAll(() => certificate[Symbol.dispose]());

async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A proxy that makes tunnels, and remembers where to. */
async function startTunnels() {
  const tunnels: string[] = [];
  const server = createServer().on("connect", (request, socket) => {
    tunnels.push(request.url!);
    const [host, port] = request.url!.split(":");
    const onward = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, tunnels };
}

const call = "POST /v1/x HTTP/1.1\r\nHost: me\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc";

/** Says what came to it. */
const echo = (request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => {
  let body = "";
  request
    .on("data", (bytes) => (body += bytes))
    .on("end", () => {
      response.writeHead(200, "Fine", ["X-Case", "1"]);
      response.end(JSON.stringify([request.method, request.url, request.headers.host, body]));
    });
};

test("TLS, a certificate authority, and an outgoing proxy", async () => {
  const server = createHttpsServer({ ...tls }, echo);
  const port = await listen(server);
  const outgoing = await startTunnels();
  const said = JSON.stringify(["POST", "/v1/x", `127.0.0.1:${port}`, "abc"]);
  for (const connection of [{ ca: tls.cert }, { insecure: true }, { ca: tls.cert, proxy: outgoing.url }]) {
    const proxy = await startTestProxy(`https://127.0.0.1:${port}/v1`, { connection });
    const { bytes, ending } = await callRaw(proxy.port, [call], { closes: false });
    expect([bytes.toString(), ending]).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 200 Fine\r\nX-Case: 1\r\n/),
      "end",
    ]);
    expect(bytes.toString()).toContain(said);
  }
  expect(outgoing.tunnels).toEqual([`127.0.0.1:${port}`]);
  const trusting = await startTestProxy(`https://127.0.0.1:${port}/v1`);
  const { bytes } = await callRaw(trusting.port, [call]);
  expect(bytes.toString()).toContain("502");
  expect(trusting.troubles).toEqual([expect.stringContaining("self-signed certificate")]);
});

test("a plain server behind an outgoing proxy, and a proxy that is not there", async () => {
  const port = await listen(createServer(echo));
  const outgoing = await startTunnels();
  const proxy = await startTestProxy(`http://127.0.0.1:${port}/v1`, { connection: { proxy: outgoing.url } });
  expect((await callRaw(proxy.port, [call], { closes: false })).bytes.toString()).toContain("abc");
  const lost = await startTestProxy(`http://127.0.0.1:${port}/v1`, {
    connection: { proxy: "http://127.0.0.1:1" },
  });
  expect((await callRaw(lost.port, [call])).bytes.toString()).toContain("502 Bad Gateway");
});

test("a server that speaks nothing but HTTP/2 is a 502 that says what to do", async () => {
  const port = await listen(createSecureServer({ ...tls, allowHTTP1: false }));
  const proxy = await startTestProxy(`https://127.0.0.1:${port}/v1`, { connection: { ca: tls.cert } });
  const { bytes } = await callRaw(proxy.port, [call]);
  expect(bytes.toString()).toContain("502");
  expect(proxy.troubles).toEqual([expect.stringContaining("speaks no HTTP/1.1. Put a reverse proxy")]);
});
