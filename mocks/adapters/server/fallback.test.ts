import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../base/testing/free-port.ts";
import { listenSockets } from "../../../conformance/testing/listen-raw.ts";
import { startServer } from "../../../conformance/testing/raw-server.ts";
import { exchangeBytes } from "../../testing/raw-socket.ts";
import { type MockServerOptions, startMockServer } from "./mock-server.ts";

/** A server with everything but orders. */
async function startReal() {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    let body = "";
    request.on("data", (bytes) => {
      body += bytes;
    });
    request.on("end", () => {
      response.writeHead(201, "Made", ["X-Case", "1", "Set-Cookie", "a=1", "Set-Cookie", "b=2"]);
      response.end(JSON.stringify([request.method, request.url, request.headers.host, body]));
    });
  });
  server.on("upgrade", (request, socket) => {
    seen.push(request);
    socket.destroy();
  });
  const port = await startServer(server);
  return { url: new URL(`http://127.0.0.1:${port}/ignored`), host: `127.0.0.1:${port}`, seen };
}

async function startWithFallback(url: URL, options: MockServerOptions = {}) {
  const server = await startMockServer({ fallback: url, fixtures: "magic", ...options });
  onTestFinished(() => server.close());
  return { server, origin: new URL(server.baseUrl).origin };
}

async function startBoth(options?: MockServerOptions) {
  const real = await startReal();
  return { real, ...(await startWithFallback(real.url, options)) };
}

test("the mock answers for orders, the real server for all other paths, and the journal shows which", async () => {
  const { real, server, origin } = await startBoth();
  const headers = { authorization: "Bearer mock-key" };
  const cancelled = await fetch(`${origin}/v1/store/orders/204`, { method: "DELETE", headers });
  expect(cancelled.status).toBe(204);
  const made = await fetch(`${origin}/v1/pets?x=%20`, { method: "POST", body: "dog" });
  expect([made.status, made.headers.getSetCookie()]).toEqual([201, ["a=1", "b=2"]]);
  expect(await made.json()).toEqual(["POST", "/v1/pets?x=%20", real.host, "dog"]);
  expect((await fetch(`${origin}/`)).status).toBe(201);
  expect((await fetch(`${origin}/_mock/health`)).status).toBe(200);
  expect(server.mock.control.journal()).toMatchObject([
    { target: "/v1/store/orders/204", status: 204 },
    { target: "/v1/pets?x=%20", status: 201, why: `passed on to ${real.url.origin}` },
    { target: "/", status: 201, why: `passed on to ${real.url.origin}` },
  ]);
});

test("a body without a length is passed on", async () => {
  const { real, origin } = await startBoth();
  const text = await new Promise<string>((resolve) => {
    const request = httpRequest(`${origin}/upload`, { method: "PUT" }, (answer) => {
      answer.setEncoding("utf8").on("data", resolve);
    });
    request.write("one ");
    request.end("two");
  });
  expect(JSON.parse(text)).toEqual(["PUT", "/upload", real.host, "one two"]);
});

test("headers of one connection are not passed on, and Via is added", async () => {
  const { real, server } = await startBoth();
  const head =
    "TE: trailers\r\nX-Hop: 1\r\nConnection: close, x-hop\r\nX-End: 2\r\nX-Original-URL: /v1/store/orders";
  const { headers } = await exchangeBytes(server.port, `GET /a HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
  expect(headers.via).toMatch(/^1\.1 store-orders-mock-/);
  const sent = real.seen.at(-1)!.headers;
  expect([sent.via, sent["x-end"]]).toEqual([headers.via, "2"]);
  for (const name of ["te", "x-hop", "x-original-url"]) expect(sent).not.toHaveProperty(name);
});

describe("requests for the mock's own paths are never passed on:", () => {
  const offers = [
    "",
    "Connection: Upgrade\r\nUpgrade: websocket\r\n",
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
  ];

  /** owner-of-target.test.ts has every spelling of a path. */
  test.each(offers)("an own path, in each form of a target, with %j", async (offer) => {
    const { real, server } = await startBoth();
    const statusOf = async (target: string) => {
      const head = `DELETE ${target} HTTP/1.1\r\nHost: x\r\n${offer}Connection: close\r\nContent-Length: 2`;
      return (await exchangeBytes(server.port, `${head}\r\n\r\nhi`)).status;
    };
    const path = "/v1/%2573tore/orders/204";
    expect(await statusOf(path)).toBe(401);
    for (const authority of [`127.0.0.1:${server.port}`, `LOCALHOST:${server.port}`])
      expect(await statusOf(`http://${authority}${path}`)).toBe(401);
    for (const authority of ["staging.test", "127.0.0.1:1", `a@127.0.0.1:${server.port}`])
      expect(await statusOf(`http://${authority}${path}`)).toBe(421);
    expect(real.seen).toEqual([]);
  });

  test.each(["", "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n"])(
    "a POST that offers another protocol is refused with its body: %j",
    async (length) => {
      const { real, server } = await startBoth();
      const body = length.startsWith("T")
        ? "5\r\nhello\r\n0\r\n\r\n"
        : "hello".slice(0, length === "" ? 0 : 5);
      for (const offer of offers.slice(1)) {
        const head = `POST /a HTTP/1.1\r\nHost: x\r\n${offer.replace("Upgrade\r", "Upgrade, close\r")}`;
        const answer = await exchangeBytes(server.port, `${head}${length}Connection: close\r\n\r\n${body}`);
        expect([answer.status, JSON.parse(answer.body)]).toMatchObject([501, { status: 501 }]);
      }
      expect(real.seen).toEqual([]);
    },
  );

  test.each([
    [
      "an upgrade",
      `GET /socket HTTP/1.1\r\nHost: x\r\n${offers[1]!.replace("Upgrade\r", "Upgrade, close\r")}`,
      501,
    ],
    ["a request for no path", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n", 404],
  ])("%s is refused", async (_what, head, status) => {
    const { real, server } = await startBoth();
    const answer = await exchangeBytes(server.port, `${head}\r\n`);
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { status }]);
    expect(real.seen).toEqual([]);
  });

  const secrets = ["mock-key", "token/of+control"];
  const written = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    btoa(`${secret}:`),
    `${secret}~world`,
    JSON.stringify(secret).replaceAll("/", "\\/"),
  ]);
  test.each(written)("the secret %s is not passed on", async (text) => {
    const { real, origin } = await startBoth({ controlToken: secrets[1] });
    const headers = {
      authorization: `Bearer ${text}`,
      "x-mock-control-token": text,
      cookie: `a=${text}`,
      "x-other": "stays",
    };
    expect((await fetch(`${origin}/a`, { headers })).status).toBe(201);
    expect(real.seen.at(-1)!.headers).toHaveProperty("x-other", "stays");
    const body = `{"key": "${text}"}`;
    expect((await fetch(`${origin}/a`, { method: "POST", body })).status).toBe(400);
    expect((await fetch(`${origin}/a?key=${text}`)).status).toBe(400);
    const packed = { "content-encoding": "gzip" };
    expect((await fetch(`${origin}/a`, { method: "POST", body, headers: packed })).status).toBe(415);
    const bare = JSON.stringify(real.seen.map((request) => [request.url, request.rawHeaders]));
    for (const secret of secrets) expect(bare).not.toContain(secret);
    expect(bare).not.toContain(text);
  });
});

describe("a fallback that leads back to the mock ends after one round:", () => {
  test("directly", async () => {
    const port = await freePort();
    const { server, origin } = await startWithFallback(new URL(`http://127.0.0.1:${port}`), { port });
    const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${origin}/a`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([508]));
    expect(server.mock.control.journal().length).toBe(200);
  });

  test("through another mock", async () => {
    const port = await freePort();
    const { origin } = await startWithFallback(new URL(`http://127.0.0.1:${port}`));
    const { server } = await startWithFallback(new URL(origin), { port });
    expect((await fetch(`${origin}/a`)).status).toBe(508);
    expect(server.mock.control.journal().length).toBe(1);
  });
});

test.each([
  ["no HTTP", "garbage\r\n\r\n"],
  ["nothing", ""],
  ["half a head", "HTTP/1.1 200 OK\r\nX-A"],
  ["a name that no header has", "HTTP/1.1 200 OK\r\nX\x00A: 1\r\nContent-Length: 0\r\n\r\n"],
  ["a value that no header has", "HTTP/1.1 200 OK\r\nX-A: a\x01b\r\nContent-Length: 0\r\n\r\n"],
  ["a status that does not exist", "HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n"],
  ["a status above 599, and no end of its body", "HTTP/1.1 600 Odd\r\nContent-Length: 9\r\n\r\nok"],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello"],
  ["another protocol", "HTTP/1.1 101 Switch\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"],
  ["interim answers alone", "HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\n".repeat(300)],
  ["a head of 10 MB", `HTTP/1.1 200 OK\r\nX-A: ${"h".repeat(10_000_000)}\r\n\r\n`],
])(
  "a real server that answers with %s becomes a 502, and orders are answered as before",
  async (_what, bytes) => {
    const { port, close } = await listenSockets((socket) => {
      socket.on("error", () => undefined).on("data", () => socket.write(bytes, "latin1"));
    });
    onTestFinished(close);
    const { server, origin } = await startWithFallback(new URL(`http://127.0.0.1:${port}`), {
      fallbackTimeoutMs: 300,
    });
    const answer = await fetch(`${origin}/a`);
    const message = expect.stringContaining(`http://127.0.0.1:${port}`);
    expect([answer.status, await answer.json()]).toMatchObject([502, { code: "fallback_failed", message }]);
    expect(server.mock.control.journal()[0]?.why).toMatch(/^Cannot pass the request on/);
    expect((await fetch(`${server.baseUrl}/store/orders`)).status).toBe(401);
  },
);

test("a real server that loses the connection in the middle of a body loses it for the client, too", async () => {
  const { port, close } = await listenSockets((socket) => {
    socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"));
  });
  onTestFinished(close);
  const { server, origin } = await startWithFallback(new URL(`http://127.0.0.1:${port}`));
  await expect(fetch(`${origin}/a`).then((answer) => answer.text())).rejects.toThrow("terminated");
  expect((await fetch(`${server.baseUrl}/store/orders`)).status).toBe(401);
});
