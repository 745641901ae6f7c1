import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../../base/json.ts";
import {
  callPort,
  exchangeBytes,
  openSocket,
  parseAnswer,
  type RawAnswer,
  readAnswers,
  readToEnd,
  writeRequest,
} from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

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

const host = "Host: localhost\r\n";
const get = "GET /v1/store/orders HTTP/1.1\r\n";
const textOf = (...request: Parameters<typeof writeRequest>) => writeRequest(...request).toString("latin1");

test.each<readonly [string, string | Uint8Array, number]>([
  ["words", "hello there\r\n\r\n", 400],
  ["a TLS handshake", Buffer.from("16030100a5010000a10303", "hex"), 400],
  ["a method there is not", textOf("FETCH /v1/store/orders"), 400],
  ["a version there is not", `GET /v1/store/orders HTTP/7\r\n${host}\r\n`, 400],
  ["a header without a colon", `${get}${host}nonsense\r\n\r\n`, 400],
  ["a line break in the target", `GET /v1/store\norders HTTP/1.1\r\n${host}\r\n`, 400],
  ["two lengths", `POST /v1 HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  [
    "a length beside chunks",
    `POST /v1 HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na`,
    400,
  ],
  ["headers beyond all measure", textOf("GET /v1", { "x-long": "x".repeat(64 * 1024) }), 431],
])(
  "bytes that are not a request, %s: an Error, the end of the connection, and the mock serves others",
  async (_what, bytes, status) => {
    await using server = await startMockServer();
    const answer = await exchangeBytes(server.port, bytes);
    expectError(answer, status);
    expect(answer.headers.connection).toBe("close");
    expect((await callPort(server.port, "GET /v1/store/orders")).status).toBe(200);
  },
);

describe("odd requests that are legal", () => {
  test("a whole URL on the request line makes the same request (RFC 9112, 3.2.2)", async () => {
    await using server = await startMockServer({ fixtures: "magic" });
    const send = (line: string) => callPort(server.port, line);
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
      expectError(await callPort(server.port, `${method} ${target}`), 404);
    },
  );

  test("HTTP/1.0 without a host is answered, and the connection closed", async () => {
    await using server = await startMockServer();
    const old = textOf("GET /v1/store/orders", { host: undefined, connection: undefined });
    const { status, body } = await exchangeBytes(server.port, old.replace("HTTP/1.1", "HTTP/1.0"));
    expect(status).toBe(200);
    expect(parseJson(body)).toHaveLength(25);
  });

  test("a body that a call does not need is in the journal if it is short, and does not spoil the next request", async () => {
    await using server = await startMockServer();
    const socket = await openSocket(server.port);
    for (const body of ["x".repeat(100_000), '{"reason":"late"}'])
      socket.write(writeRequest("DELETE /v1/store/orders/1001", { connection: undefined }, body));
    socket.write(writeRequest("GET /v1/pets/1"));
    const answers = readAnswers(await readToEnd(socket));
    expect(answers.map(({ status }) => status)).toEqual([204, 404, 501]);
    const [long, short] = server.mock.control.journal().filter(({ method }) => method === "DELETE");
    expect(long).toMatchObject({ requestSize: 100_000 });
    expect(long).not.toHaveProperty("requestBody");
    expect(short).toMatchObject({ requestBody: '{"reason":"late"}', requestSize: 17 });
  });

  test("successive requests share a connection, pipelined ones too", async () => {
    await using server = await startMockServer({ fixtures: "magic" });
    const socket = await openSocket(server.port);
    const kept = { connection: undefined };
    socket.write(writeRequest("GET /v1/pets/1", kept));
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(parseAnswer(first).status).toBe(501);
    const cancel = (headers = {}) => writeRequest("DELETE /v1/store/orders/204", headers);
    socket.write(Buffer.concat([cancel(kept), cancel(kept), cancel()]));
    const answers = readAnswers(await readToEnd(socket));
    expect(answers.map(({ status }) => status)).toEqual([204, 404, 404]);
  });
});

test("the control plane over HTTP reads bodies: a reset, a state, characters of several bytes in many pieces", async () => {
  await using server = await startMockServer();
  const post = (path: string, body: string) => callPort(server.port, `POST /_mock${path}`, {}, body);
  const fixtures = [
    { id: 1, note: "🐢".repeat(30_000) },
    { id: 2, note: "ü".repeat(60_000), status: "shipped" },
  ];
  const reset = await post("/reset", JSON.stringify({ fixtures }));
  expect([reset.status, JSON.parse(reset.body)]).toMatchObject([200, { orders: 2 }]);
  expect(server.mock.control.orders().map(({ note }) => note)).toEqual(fixtures.map(({ note }) => note));
  const state = await post("/provider-states", '{"state":"pending orders exist"}');
  expect(JSON.parse(state.body)).toEqual({ ids: [expect.any(String)] });
});
