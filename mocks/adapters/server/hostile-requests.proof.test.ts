import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSeededChance } from "../../../base/seeded-chance.ts";
import { createMock } from "../../mock.ts";
import { exchangeBytes, openSocket, readToEnd } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** Milliseconds that one request may keep all others waiting; machines that run tests side by side are slower. */
const longestPause = process.env.CI ? 200 : 50;
/** What node:http lets through as a request's head, nearly. */
const headLength = 15_000;
const bodyLength = 500_000;

const seed = Math.floor(Math.random() * 2 ** 32);
const chance = createSeededChance(seed, 0);
const below = (limit: number) => Math.floor(chance() * limit);
const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;

const pieces = [
  ..."~~~~~~,,,,;;;;====%%%%////....----____++++0000111199998888aaaabbbbZZZZ    ",
  ...["~a", "mock-key~", "Bearer ", "%20", "%30", "%2F", "%zz", "1e", "e+", ", ", "; ", '="', '\\"', '"'],
  ...["code=", "wait=", "../", "//", "?a=", "&a=", "..", "\t", "\u00a0", "*", "null", "http://", "[::1]"],
];
/** A piece or two over and over, sometimes with something else at the end: what costs more than linear time shows. */
function repeated(length: number): string {
  const unit = pick(pieces) + (below(2) === 0 ? pick(pieces) : "");
  return (unit.repeat(Math.ceil(length / unit.length)) + pick(["", "x", "1", "~", '"', "!"])).slice(-length);
}
function nested(length: number): string {
  const [open, close] = pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"id":', "}]"],
  ] as const);
  const depth = Math.floor(length / (open.length + close.length));
  return open.repeat(depth) + pick(["1", "", "null"]) + close.repeat(pick([depth, 0, depth - 1]));
}

const field = (name: string) => [name, repeated(1 + below(headLength))] as const;
const order = () =>
  `{"id":${pick(["1", "9".repeat(below(bodyLength)), `1${"0".repeat(400)}`, "1e400", "1.5"])}}`;
const bodies = [
  () => repeated(bodyLength),
  () => nested(bodyLength),
  () => `[${`${pick(["1", "null", "{}", '""', "[]"])},`.repeat(bodyLength / 5)}1]`,
  () => `{"fixtures":[${order()}]}`,
  () => `[{"fault":"${repeated(bodyLength)}"}]`,
  () => `[{"fault":"delay","${repeated(1000)}":1}]`,
  () => `{"state":"${repeated(bodyLength)}"}`,
  () => `{"state":"so1~seed=1~orders=25~pending=${"1..9,".repeat(bodyLength / 5)}~sum=00000000"}`,
  () => `{"${repeated(bodyLength)}":1}`,
  () => `{"seed":${"1".repeat(bodyLength)}}`,
  () => `{"a":"${"\\\\".repeat(bodyLength / 2)}`,
];
const controlPaths = [
  "reset",
  "state",
  "faults",
  "profile",
  "provider-states",
  "orders/1001",
  "journal",
  "worlds",
];

function hostileRequest(): {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string;
} {
  const method = pick(["GET", "DELETE", "HEAD", "OPTIONS", "PUT", "POST"]);
  const key = { authorization: "Bearer mock-key" };
  const isOnControl = below(3) === 0;
  if (isOnControl) {
    const path = `/_mock/${below(8) === 0 ? repeated(headLength) : pick(controlPaths)}`;
    const query =
      below(3) === 0 ? `?${pick(["world", "limit", "as", "idle", "sort"])}=${repeated(headLength)}` : "";
    return {
      method: pick(["PUT", "POST", "GET", "DELETE"]),
      target: path + query,
      headers: {},
      body: pick(bodies)(),
    };
  }
  const names = [
    "authorization",
    "prefer",
    "origin",
    "access-control-request-headers",
    "host",
    "cookie",
    "accept",
  ];
  const headers = { ...key, ...Object.fromEntries([field(pick(names)), field(pick(names))]) };
  if (below(3) === 0) headers.authorization = `Bearer ${repeated(headLength)}`;
  const target = pick([
    () => "/v1/store/orders",
    () => `/v1/store/orders/${repeated(headLength)}`,
    () => `/v1/store/orders?${repeated(headLength)}`,
    () => `/v1/${repeated(headLength)}`,
    () => `/${repeated(headLength)}`,
  ])();
  return { method, target, headers };
}

test(`no one of a thousand hostile requests keeps the others waiting (seed ${seed})`, () => {
  let longest = { ms: 0, shown: "" };
  for (let count = 0; count < 1000; count++) {
    const request = hostileRequest();
    // The least of three: what else the machine does is not the request's doing.
    const times = Array.from({ length: 3 }, () => {
      const mock = createMock();
      const startedAt = performance.now();
      mock.handle(request);
      return performance.now() - startedAt;
    });
    const ms = Math.min(...times);
    if (ms > longest.ms) longest = { ms, shown: JSON.stringify(request).slice(0, 300) };
  }
  process.stdout.write(`longest pause of 1,000 hostile requests: ${longest.ms.toFixed(1)} ms\n`);
  expect(longest.ms, longest.shown).toBeLessThan(longestPause);
});

test("a request with two Host lines is a 400, whatever they say", async () => {
  await using server = await startMockServer();
  const ask = (lines: string) =>
    exchangeBytes(
      server.port,
      `GET /v1/store/orders HTTP/1.1\r\n${lines}Authorization: Bearer mock-key\r\nConnection: close\r\n\r\n`,
    );
  expect((await ask("Host: a\r\n")).status).toBe(200);
  for (const lines of ["Host: a\r\nHost: a\r\n", "Host: a\r\nhOST: b\r\n", "host:\r\nX: y\r\nHost: a\r\n"]) {
    const { status, body } = await ask(lines);
    expect(status).toBe(400);
    expect(body).toContain("several Host headers");
  }
});

test("floods of hanging requests, on one connection and on many, end at once", async () => {
  await using server = await startMockServer({ faults: [{ fault: "hang", operation: "listOrders" }] });
  const one = "GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer mock-key\r\n\r\n";
  const asked = () => server.mock.control.journal().at(-1)?.id ?? 0;
  const healthy = async () => {
    const line = "GET /_mock/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    const startedAt = performance.now();
    expect((await exchangeBytes(server.port, line)).status).toBe(200);
    return performance.now() - startedAt;
  };

  const single = await openSocket(server.port);
  const closed = readToEnd(single);
  single.write(one.repeat(20_000));
  // Past a thousand that wait, the connection is closed.
  await closed;
  const afterOne = await healthy();

  const before = asked();
  const many = await Promise.all(Array.from({ length: 500 }, () => openSocket(server.port)));
  for (const socket of many) socket.write(one.repeat(20));
  while (asked() < before + 10_000) await nextTurn();
  for (const socket of many) socket.destroy();
  const afterMany = await healthy();
  process.stdout.write(
    `answered after floods of hanging requests: ${afterOne.toFixed(0)} and ${afterMany.toFixed(0)} ms\n`,
  );
  expect(Math.max(afterOne, afterMany)).toBeLessThan(100 * longestPause);
}, 60_000);
