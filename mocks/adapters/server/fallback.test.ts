import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startMockServer } from "./mock-server.ts";

/** A server with everything but orders. */
async function startReal() {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (bytes) => {
      body += bytes;
    });
    request.on("end", () => {
      response.writeHead(201, "Made", ["X-Case", "1", "Set-Cookie", "a=1", "Set-Cookie", "b=2"]);
      response.end(JSON.stringify([request.method, request.url, request.headers.host, body]));
    });
  });
  server.on("upgrade", (_request, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n");
    socket.pipe(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/ignored`), host: `127.0.0.1:${port}` };
}

async function startWithFallback(url: URL) {
  const server = await startMockServer({ fallback: url, fixtures: "magic" });
  onTestFinished(() => server.close());
  return { server, origin: new URL(server.baseUrl).origin };
}

test("orders are the mock's, all else is the real server's, and the journal tells which", async () => {
  const real = await startReal();
  const { server, origin } = await startWithFallback(real.url);
  const headers = { authorization: "Bearer mock-key" };
  const cancelled = await fetch(`${origin}/v1/store/orders/204`, { method: "DELETE", headers });
  expect(cancelled.status).toBe(204);
  const made = await fetch(`${origin}/v1/pets?x=%20`, { method: "POST", body: "dog" });
  expect([made.status, made.statusText, made.headers.getSetCookie()]).toEqual([201, "Made", ["a=1", "b=2"]]);
  expect(await made.json()).toEqual(["POST", "/v1/pets?x=%20", real.host, "dog"]);
  expect((await fetch(`${origin}/`)).status).toBe(201);
  expect((await fetch(`${origin}/_mock/health`)).status).toBe(200);
  expect(server.mock.control.journal()).toMatchObject([
    { target: "/v1/store/orders/204", status: 204 },
    { target: "/v1/pets?x=%20", status: 201, why: `passed on to ${real.url.origin}` },
    { target: "/", status: 201, why: `passed on to ${real.url.origin}` },
  ]);
});

test("a body without a length goes on as it comes", async () => {
  const real = await startReal();
  const { origin } = await startWithFallback(real.url);
  const text = await new Promise<string>((resolve) => {
    const request = httpRequest(`${origin}/upload`, { method: "PUT" }, (answer) => {
      answer.setEncoding("utf8").on("data", resolve);
    });
    request.write("one ");
    request.end("two");
  });
  expect(JSON.parse(text)).toEqual(["PUT", "/upload", real.host, "one two"]);
});

test("a connection that is upgraded goes through", async () => {
  const real = await startReal();
  const { server } = await startWithFallback(real.url);
  const socket = connect(server.port, "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  await new Promise<void>((done) => {
    socket.on("data", (piece: string) => {
      text += piece;
      if (text.endsWith("\r\n\r\n")) socket.write("hello");
      if (text.endsWith("hello")) done();
    });
    socket.write("GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
  });
  expect(text).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
});

test("a real server that is not there is said so, and orders go on", async () => {
  const { server, origin } = await startWithFallback(new URL("http://127.0.0.1:1"));
  const answer = await fetch(`${origin}/other`);
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { code: "fallback_unreachable", message: expect.stringContaining("http://127.0.0.1:1"), status: 502 },
  ]);
  expect((await fetch(`${server.baseUrl}/store/orders`)).status).toBe(401);
});
