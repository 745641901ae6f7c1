/** Bytes that a faulty or hostile client may send: requests with random changes. */

import { createDraw } from "./create-draw.ts";

const host = "Host: localhost\r\n";
const key = "Authorization: Bearer mock-key\r\n";
const json = "Content-Type: application/json\r\n";
const withBody = (line: string, body: string) =>
  `${line} HTTP/1.1\r\n${host}${key}${json}Content-Length: ${body.length}\r\n\r\n${body}`;

const requests = [
  `GET /v1/store/orders HTTP/1.1\r\n${host}${key}\r\n`,
  `GET /v1/store/orders?limit=1 HTTP/1.1\r\n${host}\r\n`,
  `HEAD /v1/store/orders HTTP/1.1\r\n${host}${key}\r\n`,
  `DELETE /v1/store/orders/1001 HTTP/1.1\r\n${host}${key}\r\n`,
  `OPTIONS /v1/store/orders HTTP/1.1\r\n${host}Origin: http://a.test\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
  `GET /v1/pets/1 HTTP/1.0\r\n${key}\r\n`,
  `GET http://api.test/v1/store/orders HTTP/1.1\r\n${host}${key}\r\n`,
  `CONNECT api.test:443 HTTP/1.1\r\n${host}\r\n`,
  `GET /_mock/health HTTP/1.1\r\n${host}\r\n`,
  `GET /_mock/events HTTP/1.1\r\n${host}\r\n`,
  withBody("DELETE /v1/store/orders/1002", "a body that was not asked for"),
  withBody("PUT /_mock/profile", '{"cancelledInList":"unchanged"}'),
  withBody("POST /_mock/provider-states", '{"state":"pending orders exist","params":{"count":2}}'),
  `POST /_mock/provider-states HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n5\r\n{"sta\r\n3;a=b\r\nte"\r\n0\r\nX-After: 1\r\n\r\n`,
];

/** Lines that a request should not have, or not together with others. */
const oddLines = [
  "Content-Length: 5",
  "Content-Length: -1",
  "Content-Length: 99999999999999999999",
  "Content-Length: 0x10",
  "Content-Length: 3, 3",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding:\tchunked",
  "Upgrade: websocket\r\nConnection: Upgrade",
  "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk",
  "Expect: 100-continue",
  "Expect: the-unexpected",
  "Connection: close",
  "Connection: keep-alive, \x01",
  "Host: other.test",
  "Host: ",
  " folded: line",
  "no colon at all",
  ": no name",
  "Bad Name: x",
  "Bad\x00Name: x",
  "X-Nul: a\x00b",
  "X-High: \xff\xfe",
  "X-Break: a\rb",
  "__proto__: x",
  "constructor: x",
  "Authorization: Bearer \x80",
  `X-Huge: ${"h".repeat(70_000)}`,
  Array.from({ length: 2500 }, (_, index) => `h${index}:`).join("\r\n"),
];
const oddStarts = [
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03",
  "GET  /v1/store/orders HTTP/1.1",
  "GET /v1/store/orders",
  "GET /v1/store/orders HTTP/0.9",
  "GET /v1/store/orders HTTP/1.2",
  "GET /v1/store/orders HTTPS/1.1",
  "GET /v1/\x00/orders HTTP/1.1",
  "GET /v1/\x1b[31m HTTP/1.1",
  "GET /v1/\xc2\x9b31m HTTP/1.1",
  "GET //localhost/_mock/reset HTTP/1.1",
  "GET http:///// HTTP/1.1",
  "GET file:///etc/passwd HTTP/1.1",
  `GET /v1/${"p".repeat(20_000)} HTTP/1.1`,
  "get /v1/store/orders HTTP/1.1",
  "M-SEARCH * HTTP/1.1",
  "\r\n\r\n\r\nGET /v1 HTTP/1.1",
];

type Mutation = (text: string, below: (limit: number) => number) => string;

const insert = (text: string, at: number, piece: string) => text.slice(0, at) + piece + text.slice(at);
const lineEnd = (text: string) => text.indexOf("\r\n");

const mutations: readonly Mutation[] = [
  (text) => text,
  (text, below) => text.slice(0, below(text.length)),
  (text, below) => insert(text, below(text.length), String.fromCharCode(below(256))),
  (text, below) => insert(text, below(text.length), "\x00"),
  (text, below) => text.slice(below(text.length)),
  (text, below) => {
    const at = below(text.length);
    return text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1);
  },
  (text, below) => insert(text, lineEnd(text), `\r\n${oddLines[below(oddLines.length)]}`),
  (text, below) => insert(text, lineEnd(text), `\r\n${oddLines[below(oddLines.length)]}`),
  (text, below) => oddStarts[below(oddStarts.length)] + text.slice(lineEnd(text)),
  (text, below) => text + requests[below(requests.length)],
  (text, below) => requests[below(requests.length)] + text,
  (text) => text.replaceAll("\r\n", "\n"),
  (text) => text.replaceAll("\r\n", "\r"),
  (text, below) => text.replace(/Content-Length: \d+/, `Content-Length: ${below(200)}`),
  (_text, below) => Array.from({ length: below(500) }, () => String.fromCharCode(below(256))).join(""),
];

/** The bytes of one connection, the same for the same seed. */
export function createOddRequest(seed: number): Buffer {
  const below = createDraw(seed);
  let text = requests[below(requests.length)]!;
  for (let turn = 1 + below(3); turn > 0; turn--) text = mutations[below(mutations.length)]!(text, below);
  return Buffer.from(text, "latin1");
}
