import { once } from "node:events";
import { request } from "undici";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../../base/json.ts";
import {
  exchangeBytes,
  openSocket,
  parseAnswer,
  type RawAnswer,
  readToEnd,
} from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

const key = "Authorization: Bearer mock-key\r\n";
const host = "Host: localhost\r\n";
const close = "Connection: close\r\n";

function expectError({ status, headers, body }: RawAnswer, wanted: number): void {
  expect(status).toBe(wanted);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(headers["content-length"]).toBe(String(Buffer.byteLength(body, "latin1")));
  expect(parseJson(body)).toEqual({
    code: expect.any(String),
    message: expect.any(String),
    status: BigInt(wanted),
  });
}

async function expectAlive(baseUrl: string): Promise<void> {
  const headers = { authorization: "Bearer mock-key" };
  const { statusCode, body } = await request(`${baseUrl}/store/orders`, { headers });
  expect(await body.json()).toHaveLength(25);
  expect(statusCode).toBe(200);
}

describe("bytes that are no request", () => {
  test.each([
    ["words", "hello there\r\n\r\n"],
    ["a TLS handshake", Buffer.from("16030100a5010000a10303", "hex")],
    ["a method there is not", `FETCH /v1/store/orders HTTP/1.1\r\n${host}\r\n`],
    ["a version there is not", `GET /v1/store/orders HTTP/7\r\n${host}\r\n`],
    ["a header without a colon", `GET /v1/store/orders HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
    ["a line break in the target", `GET /v1/store\norders HTTP/1.1\r\n${host}\r\n`],
    ["two lengths", `POST /v1 HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      "a length beside chunks",
      `POST /v1 HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na`,
    ],
    ["a request without a host", `GET /v1/store/orders HTTP/1.1\r\n${key}${close}\r\n`],
  ])("%s get 400 with an Error, and the mock lives on", async (_what, bytes) => {
    await using server = await startMockServer();
    const answer = await exchangeBytes(server.port, bytes);
    expectError(answer, 400);
    expect(answer.headers.connection).toBe("close");
    await expectAlive(server.baseUrl);
  });

  test("headers beyond all measure get 431 with an Error", async () => {
    await using server = await startMockServer();
    const long = `X-Long: ${"x".repeat(64 * 1024)}\r\n`;
    expectError(await exchangeBytes(server.port, `GET /v1/store/orders HTTP/1.1\r\n${host}${long}\r\n`), 431);
    await expectAlive(server.baseUrl);
  });

  test("a connection that breaks off in the middle of a request harms nobody", async () => {
    await using server = await startMockServer();
    for (const bytes of [
      "GET /v1/st",
      `POST /_mock/reset HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\n{"se`,
    ]) {
      const socket = await openSocket(server.port);
      socket.write(bytes);
      socket.resetAndDestroy();
    }
    await expectAlive(server.baseUrl);
  });

  test("an expectation nobody can meet gets an Error too", async () => {
    await using server = await startMockServer();
    const bytes = `GET /v1/store/orders HTTP/1.1\r\n${host}${key}${close}Expect: a-miracle\r\n\r\n`;
    expectError(await exchangeBytes(server.port, bytes), 417);
  });
});

describe("odd requests that are legal", () => {
  test("a whole URL on the request line is the same request (RFC 9112, 3.2.2)", async () => {
    await using server = await startMockServer({ fixtures: "magic" });
    const send = (line: string) =>
      exchangeBytes(server.port, `${line} HTTP/1.1\r\n${host}${key}${close}\r\n`);
    const list = await send("GET http://api.shop.test/v1/store/orders?x=1");
    expect(list.status).toBe(200);
    expect(list.body).toContain('"id":204,');
    expect((await send("DELETE HTTP://api.shop.test:8080/v1/store/orders/204")).status).toBe(204);
    expect((await send("DELETE http://api.shop.test/v1/store/orders/9007199254740992")).status).toBe(409);
    expectError(await send("GET http://api.shop.test"), 404);
  });

  test.each(["*", "//x", "//localhost/v1/store/orders", "/v1?x", "/v1", "/%", "/v1/store/orders/%zz"])(
    "the target %s is 404 with an Error",
    async (target) => {
      await using server = await startMockServer();
      const method = target === "*" ? "OPTIONS" : "DELETE";
      expectError(
        await exchangeBytes(server.port, `${method} ${target} HTTP/1.1\r\n${host}${key}${close}\r\n`),
        404,
      );
    },
  );

  test("HTTP/1.0 without a host is answered, and the connection closed", async () => {
    await using server = await startMockServer();
    const { status, body } = await exchangeBytes(server.port, `GET /v1/store/orders HTTP/1.0\r\n${key}\r\n`);
    expect(status).toBe(200);
    expect(parseJson(body)).toHaveLength(25);
  });

  test("a 204 ends with its head: no length, no body, no chunk", async () => {
    await using server = await startMockServer();
    const bytes = `DELETE /v1/store/orders/1001 HTTP/1.1\r\n${host}${key}${close}\r\n`;
    const { status, headers, body } = await exchangeBytes(server.port, bytes);
    expect(status).toBe(204);
    expect(body).toBe("");
    expect(headers).not.toHaveProperty("content-length");
    expect(headers).not.toHaveProperty("transfer-encoding");
  });

  test("HEAD has the length of the list and no byte of it", async () => {
    await using server = await startMockServer({ orders: 2000 });
    const { status, headers, body } = await exchangeBytes(
      server.port,
      `HEAD /v1/store/orders HTTP/1.1\r\n${host}${key}${close}\r\n`,
    );
    expect(status).toBe(200);
    expect(Number(headers["content-length"])).toBeGreaterThan(100_000);
    expect(body).toBe("");
  });

  test("a body nobody reads does not spoil the next request on the connection", async () => {
    await using server = await startMockServer();
    const socket = await openSocket(server.port);
    const body = "x".repeat(100_000);
    socket.write(
      `DELETE /v1/store/orders/1001 HTTP/1.1\r\n${host}${key}Content-Length: ${body.length}\r\n\r\n${body}` +
        `GET /v1/pets/1 HTTP/1.1\r\n${host}${key}${close}\r\n`,
    );
    const text = (await readToEnd(socket)).toString();
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 204", "HTTP/1.1 501"]);
  });

  test("requests one after the other share a connection, pipelined ones too", async () => {
    await using server = await startMockServer({ fixtures: "magic" });
    const socket = await openSocket(server.port);
    socket.write(`GET /v1/pets/1 HTTP/1.1\r\n${host}${key}\r\n`);
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(parseAnswer(first).status).toBe(501);
    const cancel = `DELETE /v1/store/orders/204 HTTP/1.1\r\n${host}${key}`;
    socket.write(`${cancel}\r\n${cancel}\r\n${cancel}${close}\r\n`);
    const text = (await readToEnd(socket)).toString();
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 204", "HTTP/1.1 404", "HTTP/1.1 404"]);
  });
});

describe("the control plane over HTTP", () => {
  const post = (port: number, path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    request(`http://127.0.0.1:${port}/_mock${path}`, { method: "POST", body, headers });

  test("reads bodies: a reset, a state, letters of many bytes in many pieces", async () => {
    await using server = await startMockServer();
    const fixtures = [
      { id: 1, note: "🐢".repeat(30_000) },
      { id: 2, note: "ü".repeat(60_000), status: "shipped" },
    ];
    const reset = await post(server.port, "/reset", JSON.stringify({ fixtures }));
    expect(reset.statusCode).toBe(200);
    expect(await reset.body.json()).toMatchObject({ orders: 2 });
    expect(server.mock.control.orders().map(({ note }) => note)).toEqual(fixtures.map(({ note }) => note));

    const state = await post(server.port, "/provider-states", '{"state":"pending orders exist"}');
    expect(await state.body.json()).toEqual({ ids: [expect.any(String)] });
  });

  test("refuses another site, a rebound name and garbage", async () => {
    await using server = await startMockServer();
    const answers = [
      await post(server.port, "/reset", "", { origin: "https://shop.test" }),
      await post(server.port, "/reset", "", { host: "shop.test" }),
      await post(server.port, "/reset", "not JSON"),
      await post(server.port, "/reset", ""),
    ];
    for (const { body } of answers) await body.dump();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 400, 200]);
  });

  test("beyond this machine needs the token; without one it is closed", async () => {
    await using open = await startMockServer({ host: "0.0.0.0", controlToken: "t" });
    await using shut = await startMockServer({ host: "0.0.0.0" });
    const answers = [
      await post(open.port, "/reset", "", { "x-mock-control-token": "t" }),
      await post(open.port, "/reset", ""),
      await post(shut.port, "/reset", ""),
    ];
    for (const { body } of answers) await body.dump();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403]);
  });

  test("is not there where it is closed", async () => {
    await using server = await startMockServer({ control: false });
    const { statusCode, body } = await post(server.port, "/reset", "");
    expect(await body.json()).toMatchObject({ code: "no_such_path" });
    expect(statusCode).toBe(404);
  });
});

test("a body that is sent with a call of the API is in the journal when it is short", async () => {
  await using server = await startMockServer();
  const send = (body: string) =>
    request(`${server.baseUrl}/store/orders/1001`, {
      method: "DELETE",
      headers: { authorization: "Bearer mock-key" },
      body,
    });
  for (const body of ['{"reason":"late"}', "x".repeat(100_000)]) await (await send(body)).body.dump();
  const [short, long] = server.mock.control.journal();
  expect(short).toMatchObject({ status: 204, requestBody: '{"reason":"late"}', requestSize: 17 });
  expect(long).toMatchObject({ requestSize: 100_000 });
  expect(long).not.toHaveProperty("requestBody");
});
