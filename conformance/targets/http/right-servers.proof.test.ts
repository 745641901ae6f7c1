import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCertificate } from "../../../base/testing/certificate.ts";
import {
  type Deliver,
  type ForeignOptions,
  plainDelivery,
  plainOrder,
} from "../../testing/foreign-server.ts";
import { startForwardProxy } from "../../testing/forward-proxy.ts";
import { idsOf, judgeForeign, reasonsOf } from "../../testing/judge-foreign.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** They answer: what is late is late through the other runs beside this one. */
const patient = { timeoutMs: 20_000 };

const compressedBy =
  (coding: string, encode: (text: string) => Buffer): Deliver =>
  (response, reply, request) => {
    if (reply.body === "") return plainDelivery(response, reply, request);
    response.writeHead(reply.status, { ...reply.headers, "content-encoding": coding });
    return void response.end(encode(reply.body));
  };

const inChunks: Deliver = (response, { status, headers, body }) => {
  response.writeHead(status, headers);
  for (const character of body) response.write(character);
  response.end();
};

/** Each byte in a turn of its own, the head's too. */
const byteByByte: Deliver = ({ socket }, { status, headers, body }) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = status === 204 ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const bytes = Buffer.from(
    `HTTP/1.1 ${status} \r\n${lines.join("")}${length}connection: close\r\n\r\n${body}`,
  );
  let at = 0;
  const step = () => {
    if (at === bytes.length) return void socket?.end();
    socket?.write(bytes.subarray(at, ++at));
    setImmediate(step);
  };
  socket?.setNoDelay();
  step();
};

const problem = (status: number) =>
  `{"type":"about:blank","title":"No","status":${status},"code":"","message":"","detail":null}`;
const withDate = (date: string) => (id: string) => `{"id":${id},"shipDate":${JSON.stringify(date)}}`;
const showing = (cancelled: string) => (id: string, state: string) =>
  state === "cancelled" ? cancelled.replace("ID", id) : plainOrder(id);

/** Orders of other clients, other ones at every read, behind a BOM (RFC 8259, 8.1: a reader may pass over it). */
let reads = 0;
const withOthers = (orders: readonly string[]) => {
  const other = 7_000_000 + reads++;
  return `\uFEFF[${[plainOrder(String(other)), ...orders, plainOrder(String(-other))].join(",")}]`;
};

type Row = readonly [is: string, options: ForeignOptions, suffix?: string];

/** Each keeps the document and all that HTTP asks for: nothing may fail, nothing warn. Each way is in one row. */
const oddities: readonly Row[] = [
  [
    "X-GZIP, a 409 with text, cancelled orders that stay, a shuffled list, a leap second, no unknown query",
    {
      deliver: compressedBy("X-GZIP", gzipSync),
      conflict: ["text/plain", "already shipped"],
      cancelled: "stays",
      secondCancel: 409,
      list: (orders) => `[${orders.toSorted(() => Math.random() - 0.5).join(",")}]`,
      show: withDate("2016-12-31t23:59:60z"),
      unknownQuery: 400,
      pending: ["101", "102"],
    },
    "//",
  ],
  [
    "zstd, a 409 with a number, cancelled orders without their id, text/json, ids at both ends, a prefix",
    {
      deliver: compressedBy("zstd", zstdCompressSync),
      conflict: ["application/json", "409"],
      cancelled: "stays",
      show: showing("{}"),
      error: (status) => ["TEXT/JSON", problem(status)],
      malformedId: 404,
      prefix: "/shop/api/v1",
      pending: ["9223372036854775806", "9223372036854775807"],
      shipped: ["-9223372036854775808"],
    },
  ],
  [
    "chunks of a character, a 409 with null, orders without an id, nothing but ids, 422 to a malformed id, 0 as an id",
    {
      deliver: inChunks,
      conflict: [undefined, "null"],
      list: (orders) => `[{},${[...orders, '{"petId":1}'].join(",")}]`,
      show: (id) => `{"id":${id}}`,
      malformedId: 422,
      pending: ["0", "-1"],
      shipped: ["1"],
    },
  ],
  [
    "every byte alone, 409 to second cancels, a quantity beyond int64, orders of other clients",
    {
      deliver: byteByByte,
      secondCancel: 409,
      list: withOthers,
      show: (id) => `{"id":${id},"quantity":1e39}`,
      pending: ["11", "12", "13"],
    },
  ],
];

// Several at a time: much of a run is waiting.
test.concurrent.for(oddities)("a server is conformant with %s", async ([, options, suffix], { expect }) => {
  const report = await judgeForeign(options, { ...patient, ...(suffix && { suffix }) });
  expect(reasonsOf(report, "failed", "warned", "errored", "untested")).toEqual([]);
  expect(report.verdict).toBe("conformant");
});

/** Legal, but not the best that can be done: a warning each, and no more. */
test.concurrent.for<[string, ForeignOptions, string[]]>([
  ["dates outside RFC 3339", { show: withDate("2026-W47-5T10") }, ["order/ship-date-rfc3339"]],
  [
    "a 204 with Content-Length 0",
    {
      deliver(response, reply, request) {
        if (reply.status === 204) response.setHeader("content-length", "0");
        plainDelivery(response, reply, request);
      },
    },
    ["cancel-order/no-content-length"],
  ],
])("a server with %s is conformant, with a warning", async ([, options, warned], { expect }) => {
  const report = await judgeForeign(options, patient);
  expect(report.verdict).toBe("conformant");
  expect(idsOf(report, "failed", "warned", "errored", "untested")).toEqual(warned);
});

test.concurrent.for([
  [1, 8],
  [4, 8],
  [14, 8],
  [4, 1],
] as const)(
  "a run with %i pending orders, %i calls at once, takes at most 12 connections",
  async (row, { expect }) => {
    const [count, concurrency] = row;
    const pending = Array.from({ length: count }, (_, index) => String(1001 + 7 * index));
    const report = await judgeForeign({ pending }, { ...patient, concurrency, connections: concurrency });
    expect(idsOf(report, "failed")).toEqual([]);
    expect(report.verdict).toBe(count > 1 ? "conformant" : "partial");
    if (count === 1)
      expect(reasonsOf(report, "untested").join()).toMatch(/cancel-order\/one-winner: [^,]*--pending-order/);
    expect(report.connections).toBeLessThanOrEqual(12);
  },
);

test.each(["http", "https"])("a whole run goes through a proxy to a server of %s", async (scheme) => {
  const certificate = createCertificate();
  onTestFinished(() => certificate[Symbol.dispose]());
  const { tls } = certificate;
  const proxy = await startForwardProxy();
  const connection = { proxy: proxy.url, ca: tls.cert };
  const report = await judgeForeign(scheme === "https" ? { tls } : {}, { ...patient, connection });
  expect(report.verdict).toBe("conformant");
  const { host } = new URL(report.target.baseUrl);
  const tunnels = proxy.passed.filter((line) => line === `CONNECT ${host}`).length;
  // Whether by tunnels or request by request: no connection came another way.
  expect(tunnels > 0 ? report.connections : proxy.passed.length).toBe(tunnels || report.requests);
  expect(report.received).toBe(report.requests);
});
