import { expect, test } from "vitest";
import { callRaw, type Pieces, type Play, startPlay } from "./testing/raw-peers.ts";
import { startTestProxy } from "./testing/start-test-proxy.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
/** The head of a request; the server's own address takes the place of HOST. */
const head = (line: string, ...headers: readonly string[]) =>
  [`${line} HTTP/1.1`, "Host: HOST", ...headers, "", ""].join("\r\n");
const get = head("GET /");
const answer =
  (...texts: string[]): Play =>
  async (socket, until) => {
    await until("\r\n\r\n");
    for (const text of texts) socket.write(text, "latin1");
    socket.end();
  };
/** Writes each text once the text before it has come. */
const inTurn =
  (...turns: readonly (readonly [after: string, text: string])[]): Play =>
  async (socket, until) => {
    for (const [after, text] of turns) {
      await until(after);
      socket.write(text, "latin1");
    }
    socket.end();
  };

const oddRequest =
  "GET /a?b=%20 HTTP/1.1\r\nx-B:  2 \r\nX-a:1\r\nhOsT:HOST\r\nX-a: 3\r\nX-Utf: \xc3\xa9\r\n\r\n";
const oddAnswer =
  "HTTP/1.1 200 Very Fine\r\nsEt-cookie: a\r\nB:x\r\nset-Cookie:  b \r\nContent-length:0\r\n\r\n";
const chunked = "Transfer-Encoding: chunked";
const interims = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
const ofHead = "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n";
const withJunk = "HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\njunk";
const upgrade = ["Upgrade: websocket", "Connection: Upgrade"];
const switching = ["HTTP/1.1 101 Switching Protocols", ...upgrade, "", ""].join("\r\n");

const corpus: readonly (readonly [name: string, request: Pieces, play: Play])[] = [
  ["a GET", [head("GET /v1/store/orders")], answer(ok)],
  ["odd header case, order, spaces and repeats", [oddRequest], answer(oddAnswer)],
  ["an unknown method", [head("FETCHIT /v1/x")], answer(ok)],
  [
    "line feeds alone",
    [get.replaceAll("\r", "")],
    inTurn(["\n\n", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"]),
  ],
  ["HTTP/1.0 and no Host", ["GET / HTTP/1.0\r\n\r\n"], answer("HTTP/1.0 200 OK\r\n\r\nuntil the end")],
  [
    "chunks, extensions and trailers both ways",
    [
      `${head("POST /v1/x", chunked, "Trailer: X-Sum")}3;a=b\r\nabc\r`,
      "\n0A\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n",
    ],
    answer(`HTTP/1.1 200 OK\r\n${chunked}\r\n\r\n2\r\n`, "ok\r\n00\r\nX-T: 1\r\n", "\r\n"),
  ],
  [
    "interim answers",
    [head("PUT /v1/x", "Expect: 100-continue", "Content-Length: 3"), { after: "100" }, "abc"],
    inTurn(["\r\n\r\n", interims], ["abc", ok]),
  ],
  [
    "calls in a row, sent at once",
    [head("GET /1") + head("HEAD /2") + head("GET /3")],
    inTurn(["/3", ok + ofHead + ok]),
  ],
  [
    "bytes behind a 204",
    [head("DELETE /v1/store/orders/1"), { after: "junk" }, get],
    inTurn(["DELETE", withJunk], ["GET", ok]),
  ],
  [
    "an upgrade",
    [head("GET /ws", ...upgrade), { after: "\r\n\r\n" }, "\x81\x02hi", { after: "ho" }],
    inTurn(["\r\n\r\n", switching], ["hi", "\x81\x02ho"]),
  ],
  ["an answer cut short", [get], answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")],
  ["a connection closed without an answer", [get], answer()],
  ["a reset", [get], (socket, until) => until("\r\n\r\n").then(() => void socket.resetAndDestroy())],
  [
    "text that is no HTTP",
    ["hello\r\n", { after: "220" }, "\x00\x01\xff"],
    inTurn(["hello", "220 hi\r\n"], ["\xff", ""]),
  ],
  ["a length and chunks at once", [`${head("POST /", "Content-Length: 5", chunked)}0\r\n\r\n`], answer(ok)],
  [
    "a request cut short",
    [`${head("POST /", "Content-Length: 50")}ab`],
    async (socket, until) => {
      await until("ab");
      socket.on("end", () => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"));
    },
  ],
  [
    "an answer before the request",
    [get],
    (socket) => void socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n"),
  ],
];

const withHost = (pieces: Pieces, port: number): Pieces =>
  pieces.map((piece) => (typeof piece === "string" ? piece.replaceAll("HOST", `127.0.0.1:${port}`) : piece));

/** Sends a request to a server itself, and by a proxy; all bytes are the same both ways. */
async function expectSameBytes(play: Play, request: Pieces, passing: Pieces, closes: boolean) {
  const server = await startPlay(play);
  const proxy = await startTestProxy(`http://127.0.0.1:${server.port}/v1`);
  const direct = await callRaw(server.port, withHost(request, server.port), { closes });
  expect(await callRaw(proxy.port, withHost(passing, proxy.port), { closes })).toEqual(direct);
  const [first, second] = server.received();
  expect(second).toBe(first);
}

test.each(corpus)("%s passes unchanged, both ways", async (_name, request, play) => {
  await expectSameBytes(play, request, request, !request.some((piece) => typeof piece === "object"));
});

const whole = corpus.filter(
  ([name, request]) => request.length === 1 && !/cut|reset|closed|no HTTP|before/.test(name),
);
test.each(whole)("%s passes in pieces of one byte, too", async (_name, request, play) => {
  const [text] = request as [string];
  const host = text.indexOf("HOST");
  const passing = host < 0 ? [...text] : [...text.slice(0, host), "HOST", ...text.slice(host + 4)];
  await expectSameBytes(play, request, passing, false);
});

test("exchanges are reported with methods, targets, headers, bodies without framing, and stray bytes", async () => {
  const first = `HTTP/1.1 200 Fine\r\n${chunked}\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n`;
  const play = inTurn(["X-Sum: 1\r\n\r\n", first], ["DELETE", "HTTP/1.1 204 No Content\r\n\r\njunk"]);
  const server = await startPlay(play);
  const proxy = await startTestProxy(`http://127.0.0.1:${server.port}/v1`);
  const post = `${head("POST /v1/x?y", chunked)}3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n`;
  const calls = [post, { after: "X-T" }, head("DELETE /v1/store/orders/1")];
  await callRaw(proxy.port, calls, { closes: false });
  await proxy.ended(2);
  const headers = [["Transfer-Encoding", "chunked"]];
  const request = { method: "POST", target: "/v1/x?y", httpVersion: "HTTP/1.1" };
  expect(proxy.seen).toMatchObject([
    {
      exchange: {
        connection: 1,
        request: { ...request, headers: [["Host", "HOST"], ...headers] },
        answer: { status: 200, reason: "Fine", headers },
      },
      requestBody: "abc",
      answerBody: "ok",
    },
    { exchange: { answer: { status: 204 } }, answerBody: "", stray: "junk" },
  ]);
});

test("added headers are at the end of the head, and the rest is unchanged", async () => {
  const server = await startPlay(answer("HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 2\r\n\r\nok"));
  const proxy = await startTestProxy(`http://127.0.0.1:${server.port}`, { headers: [["x-more", "2"]] });
  const { text } = await callRaw(proxy.port, [get]);
  expect(text).toBe("HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 2\r\nx-more: 2\r\n\r\nok");
});

test("a server that cannot be reached is reported, to the client and once to the user", async () => {
  const server = await startPlay(() => undefined);
  const { port } = server;
  server.close();
  const proxy = await startTestProxy(`http://127.0.0.1:${port}/v1`);
  for (let call = 0; call < 2; call++) {
    const { text } = await callRaw(proxy.port, [get]);
    expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n.*nothing listens there/s);
  }
  expect(proxy.troubles).toEqual([
    `Cannot reach http://127.0.0.1:${port}: nothing listens there (connection refused).`,
  ]);
  expect(proxy.seen).toEqual([]);
});
