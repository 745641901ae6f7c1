import { expect, test } from "vitest";
import { callRaw, type Pieces, type Play, startPlay } from "./testing/raw-peers.ts";
import { startTestProxy } from "./testing/start-test-proxy.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const answer =
  (...texts: string[]): Play =>
  async (socket, until) => {
    await until("\r\n\r\n");
    for (const text of texts) socket.write(text, "latin1");
    socket.end();
  };

const get = "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n";

const corpus: readonly (readonly [name: string, request: Pieces, play: Play])[] = [
  ["a GET", ["GET /v1/store/orders HTTP/1.1\r\nHost: HOST\r\n\r\n"], answer(ok)],
  [
    "odd header case, order, spaces and repeats",
    ["GET /a?b=%20 HTTP/1.1\r\nx-B:  2 \r\nX-a:1\r\nhOsT:HOST\r\nX-a: 3\r\nX-Utf: \xc3\xa9\r\n\r\n"],
    answer("HTTP/1.1 200 Very Fine\r\nsEt-cookie: a\r\nB:x\r\nset-Cookie:  b \r\nContent-length:0\r\n\r\n"),
  ],
  ["an unknown method", ["FETCHIT /v1/x HTTP/1.1\r\nHost: HOST\r\n\r\n"], answer(ok)],
  [
    "line feeds alone",
    ["GET / HTTP/1.1\nHost: HOST\n\n"],
    (socket, until) => until("\n\n").then(() => void socket.end("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")),
  ],
  ["HTTP/1.0 and no Host", ["GET / HTTP/1.0\r\n\r\n"], answer("HTTP/1.0 200 OK\r\n\r\nuntil the end")],
  [
    "chunks, extensions and trailers both ways",
    [
      "POST /v1/x HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3;a=b\r\nabc\r",
      "\n0A\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n",
    ],
    answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n", "ok\r\n00\r\nX-T: 1\r\n", "\r\n"),
  ],
  [
    "interim answers",
    [
      "PUT /v1/x HTTP/1.1\r\nHost: HOST\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n",
      { after: "100" },
      "abc",
    ],
    async (socket, until) => {
      await until("\r\n\r\n");
      socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
      await until("abc");
      socket.end(ok);
    },
  ],
  [
    "calls in a row, sent at once",
    [
      "GET /1 HTTP/1.1\r\nHost: HOST\r\n\r\nHEAD /2 HTTP/1.1\r\nHost: HOST\r\n\r\nGET /3 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    ],
    async (socket, until) => {
      await until("/3");
      socket.end(`${ok}HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${ok}`);
    },
  ],
  [
    "bytes behind a 204",
    ["DELETE /v1/store/orders/1 HTTP/1.1\r\nHost: HOST\r\n\r\n", { after: "junk" }, get],
    async (socket, until) => {
      await until("DELETE");
      socket.write("HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\njunk");
      await until("GET");
      socket.end(ok);
    },
  ],
  [
    "an upgrade",
    [
      "GET /ws HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      { after: "\r\n\r\n" },
      "\x81\x02hi",
      { after: "ho" },
    ],
    async (socket, until) => {
      await until("\r\n\r\n");
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
      await until("hi");
      socket.end("\x81\x02ho", "latin1");
    },
  ],
  ["an answer cut short", [get], answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")],
  ["a connection closed without an answer", [get], answer()],
  [
    "a reset",
    [get],
    async (socket, until) => {
      await until("\r\n\r\n");
      socket.resetAndDestroy();
    },
  ],
  [
    "text that is no HTTP",
    ["hello\r\n", { after: "220" }, "\x00\x01\xff"],
    async (socket, until) => {
      await until("hello");
      socket.write("220 hi\r\n");
      await until("\xff");
      socket.end();
    },
  ],
  [
    "a length and chunks at once",
    ["POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    answer(ok),
  ],
  [
    "a request cut short",
    ["POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 50\r\n\r\nab"],
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
  const play: Play = async (socket, until) => {
    await until("X-Sum: 1\r\n\r\n");
    socket.write("HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n");
    await until("DELETE");
    socket.end("HTTP/1.1 204 No Content\r\n\r\njunk");
  };
  const server = await startPlay(play);
  const proxy = await startTestProxy(`http://127.0.0.1:${server.port}/v1`);
  await callRaw(
    proxy.port,
    [
      "POST /v1/x?y HTTP/1.1\r\nhost: me\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n",
      { after: "X-T" },
      "DELETE /v1/store/orders/1 HTTP/1.1\r\nhost: me\r\n\r\n",
    ],
    { closes: false },
  );
  await proxy.ended(2);
  expect(proxy.seen[0]).toMatchObject({
    exchange: {
      connection: 1,
      request: {
        method: "POST",
        target: "/v1/x?y",
        httpVersion: "HTTP/1.1",
        headers: [
          ["host", "me"],
          ["Transfer-Encoding", "chunked"],
        ],
      },
      answer: {
        status: 200,
        reason: "Fine",
        headers: [["Transfer-Encoding", "chunked"]],
      },
    },
    requestBody: "abc",
    answerBody: "ok",
  });
  expect(proxy.seen[1]).toMatchObject({
    exchange: { answer: { status: 204 } },
    answerBody: "",
    stray: "junk",
  });
});

test("added headers are at the end of the head, and the rest is unchanged", async () => {
  const server = await startPlay(answer("HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 2\r\n\r\nok"));
  const proxy = await startTestProxy(`http://127.0.0.1:${server.port}`, { headers: [["x-more", "2"]] });
  const { text } = await callRaw(proxy.port, ["GET / HTTP/1.1\r\nHost: x\r\n\r\n"]);
  expect(text).toBe("HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 2\r\nx-more: 2\r\n\r\nok");
});

test("a server that cannot be reached is reported, to the client and once to the user", async () => {
  const server = await startPlay(() => undefined);
  const { port } = server;
  server.close();
  const proxy = await startTestProxy(`http://127.0.0.1:${port}/v1`);
  for (let call = 0; call < 2; call++) {
    const { text } = await callRaw(proxy.port, ["GET / HTTP/1.1\r\nHost: x\r\n\r\n"]);
    expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n.*nothing listens there/s);
  }
  expect(proxy.troubles).toEqual([
    `Cannot reach http://127.0.0.1:${port}: nothing listens there (connection refused).`,
  ]);
  expect(proxy.seen).toEqual([]);
});
