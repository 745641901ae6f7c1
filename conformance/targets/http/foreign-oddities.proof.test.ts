import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { test, vi } from "vitest";
import { runSuite } from "../../run-suite.ts";
import {
  type Deliver,
  type ForeignOptions,
  plainDelivery,
  plainOrder,
  startForeignServer,
} from "../../testing/foreign-server.ts";
import { createHttpTarget } from "./http-target.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const given = { pending: ["101", "102"], shipped: ["301"] };

async function judge(options: ForeignOptions, suffix = "") {
  await using server = await startForeignServer({ ...given, ...options });
  const target = createHttpTarget({
    baseUrl: server.baseUrl + suffix,
    apiKey: "a-foreign-key",
    // They answer: what is late is late through the other runs beside this one.
    timeoutMs: 20_000,
    arrange: async () => ({
      pending: (options.pending ?? given.pending).map(BigInt),
      shipped: (options.shipped ?? given.shipped).map(BigInt),
    }),
  });
  return await runSuite(target).finally(target.close);
}

/** The body in some other form: compressed, cut into chunks. */
const inForm =
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

const twoHeads: Deliver = (response, reply, request) => {
  response.writeEarlyHints({ link: "</style.css>; rel=preload" });
  plainDelivery(response, reply, request);
};

const problem = (status: number) =>
  [
    "application/problem+json; charset=utf-8",
    `{"type":"about:blank","title":"No","status":${status},"code":"","message":"","detail":null,"errors":[]}`,
  ] as const;

/** Other people's orders, other ones at every read. */
function comingAndGoing(): (orders: readonly string[]) => string {
  let reads = 0;
  return (orders) => {
    const stranger = 7_000_000 + reads++;
    return `[${[plainOrder(String(stranger)), ...orders, plainOrder(String(-stranger))].join(",")}]`;
  };
}

const withDate = (date: string) => (id: string) => `{"id":${id},"shipDate":${JSON.stringify(date)}}`;
const cancelsToo = (cancelled: string) => (id: string, state: string) =>
  state === "cancelled" ? cancelled.replace("ID", id) : plainOrder(id);

/** Each keeps the document and all that HTTP asks for: nothing may fail, nothing warn. */
const oddities: readonly (readonly [string, ForeignOptions])[] = [
  ["answers a 409 without a body", { conflict: [undefined, ""] }],
  ["answers a 409 with text", { conflict: ["text/plain", "already shipped"] }],
  ["answers a 409 with HTML", { conflict: ["text/html", "<h1>Conflict</h1>"] }],
  ["answers a 409 with a JSON number", { conflict: ["application/json", "409"] }],
  ["answers a 409 with JSON that is none", { conflict: ["application/json", "{"] }],
  ["answers a 409 with null, without a media type", { conflict: [undefined, "null"] }],
  ["keeps cancelled orders listed as they were", { cancelled: "stays" }],
  [
    "changes cancelled orders",
    { cancelled: "stays", show: cancelsToo('{"id":ID,"quantity":0,"cancelled":true}') },
  ],
  ["lists cancelled orders without their id", { cancelled: "stays", show: cancelsToo("{}") }],
  ["answers a second cancel with 409", { secondCancel: 409 }],
  ["refuses second cancels with 409 and keeps them listed", { secondCancel: 409, cancelled: "stays" }],
  ["sends errors as problem+json with more members", { error: problem }],
  ["sends errors as text/json in capitals", { error: (status) => ["TEXT/JSON", problem(status)[1]] }],
  [
    "writes an error's status as a decimal",
    { error: (status) => ["application/json", problem(status)[1].replace(`${status}`, `${status}.0`)] },
  ],
  [
    "shows fields of its own",
    { show: (id) => `{"id":${id},"status":"shipped","items":[{"id":"x"}],"note":null}` },
  ],
  ["shows nothing but ids", { show: (id) => `{"id":${id}}` }],
  ["lists an order without any field", { list: (orders) => `[${[...orders, "{}"].join(",")}]` }],
  [
    "lists several orders without an id",
    { list: (orders) => `[{},${[...orders, '{"petId":1}'].join(",")}]` },
  ],
  ["dates with a leap second", { show: withDate("2016-12-31t23:59:60z") }],
  ["dates with a far offset and a fraction", { show: withDate("0000-02-29T00:00:00.123456789012+23:59") }],
  ["reverses the list", { list: (orders) => `[${orders.toReversed().join(",")}]` }],
  [
    "shuffles the list at each read",
    { list: (orders) => `[${orders.toSorted(() => Math.random() - 0.5).join(",")}]` },
  ],
  ["writes integers as decimals", { show: (id) => `{"id":${id}.0,"petId":1e3,"quantity":-250E-1}` }],
  [
    "counts without bounds",
    { show: (id) => `{"id":${id},"quantity":${"9".repeat(40)},"petId":-9223372036854775808}` },
  ],
  ["compresses by gzip unasked", { deliver: inForm("gzip", gzipSync) }],
  ["compresses by x-gzip, in capitals", { deliver: inForm("X-GZIP", gzipSync) }],
  ["compresses by brotli unasked", { deliver: inForm("br", brotliCompressSync) }],
  ["compresses by zstd unasked", { deliver: inForm("zstd", zstdCompressSync) }],
  ["compresses twice", { deliver: inForm("br, gzip", (text) => gzipSync(brotliCompressSync(text))) }],
  ["cuts bodies into chunks of a character", { deliver: inChunks }],
  ["closes every connection", { headers: { connection: "close" } }],
  ["dribbles every answer byte by byte", { deliver: byteByByte }],
  ["sends early hints before every answer", { deliver: twoHeads }],
  ["refuses an unknown query with 400", { unknownQuery: 400 }],
  ["answers 405 to a malformed id", { malformedId: 405 }],
  ["answers 404 to a malformed id", { malformedId: 404 }],
  ["answers 422 to a malformed id", { malformedId: 422 }],
  ["lists other people's orders, other ones at every read", { list: comingAndGoing() }],
  [
    "sends headers of its own",
    { headers: { "x-one": "1, 2", "set-cookie": "a=b", link: "</v1>; rel=prev", server: "" } },
  ],
  ["pads its JSON with white space", { list: (orders) => `\r\n\t [ ${orders.join(" ,\n")} ]\n\n` }],
  // RFC 8259, 8.1: a sender must not add a BOM, a reader may pass over it. The document says less; nobody is harmed.
  ["starts its list with a BOM", { list: (orders) => `\uFEFF[${orders.join(",")}]` }],
  ["lives below a longer prefix", { prefix: "/shop/api/v1" }],
  ["lives below no prefix", { prefix: "" }],
  [
    "has ids at both ends of int64",
    { pending: ["9223372036854775806", "9223372036854775807"], shipped: ["-9223372036854775808"] },
  ],
  ["has 0 among its ids", { pending: ["0", "-1"], shipped: ["1"] }],
  ["has five pending orders", { pending: ["1", "2", "3", "4", "5"] }],
  ["has three pending orders", { pending: ["11", "12", "13"] }],
];

// Several at a time: much of a run is waiting.
test.concurrent.for(oddities)("a server that %s is conformant", async ([, options], { expect }) => {
  const { verdict, results } = await judge(options);
  expect(results.filter(({ outcome }) => outcome !== "passed").map(({ id, reason }) => [id, reason])).toEqual(
    [],
  );
  expect(verdict).toBe("conformant");
});

test.concurrent.for(["/", "//"])("a base URL may end with %s", async (suffix, { expect }) => {
  expect((await judge({}, suffix)).verdict).toBe("conformant");
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
  const { verdict, results } = await judge(options);
  expect(verdict).toBe("conformant");
  expect(results.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id)).toEqual(warned);
});
