/** Servers that attack the judge: each writes arbitrary bytes to every request. */

import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { Reply } from "../../conformance/testing/listen-raw.ts";

const MiB = 1024 * 1024;
/** A length beyond the limit of every answer. */
const bombBytes = 176 * MiB;

const compressors = {
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
  deflate: (bytes: Uint8Array) => deflateSync(bytes),
  br: (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { 1: 5 } }),
  zstd: (bytes: Uint8Array) => zstdCompressSync(bytes),
} as const;

/** A reply is made when its server starts: some are large. */
export type HostileServer = readonly [name: string, arm: () => Reply];

/** The contents of an endless body. */
const fillings = {
  blanks: () => " ",
  "opening brackets": () => "[",
  orders: (index: number) => `${index === 0 ? "[" : ","}{"id":${index}}`,
  "one long string": (index: number) => (index === 0 ? '["x' : "x"),
};

/** Filling with a number of bytes, made by doubling where its pieces are equal. */
function fill(piece: (index: number) => string, size: number): Buffer {
  const first = piece(0);
  if (piece(1) !== piece(2)) {
    let text = "";
    for (let index = 0; text.length < size; index++) text += piece(index);
    return Buffer.from(text);
  }
  return Buffer.concat([Buffer.from(first), Buffer.alloc(size - (size % piece(1).length), piece(1))]);
}

const head = (status: number, ...headers: string[]) =>
  [`HTTP/1.1 ${status} Any`, "content-type: application/json", ...headers, "", ""].join("\r\n");

/** Writes without end, as fast as the other side reads. */
function pour(socket: Socket, piece: Uint8Array): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once("drain", more);
  };
  more();
}

function answerIn(coding: string, body: Uint8Array): Reply {
  const start = head(200, `content-encoding: ${coding}`, `content-length: ${body.length}`);
  const answer = Buffer.concat([Buffer.from(start), body]);
  return (socket) => void socket.end(answer);
}

/** A bomb in each coding. All pairs of coding and content take minutes and show nothing new. */
const bombs: Readonly<Record<keyof typeof compressors, keyof typeof fillings>> = {
  gzip: "blanks",
  deflate: "opening brackets",
  br: "orders",
  zstd: "one long string",
};

/** Each reply is made when it is needed, and released with its server. */
function bombServers(): HostileServer[] {
  return Object.entries(bombs).map(([coding, filling]): HostileServer => {
    const compress = compressors[coding as keyof typeof bombs];
    const size = filling === "orders" ? 30 * MiB : bombBytes;
    return [
      `a ${coding} bomb of ${filling}`,
      () => answerIn(coding, compress(fill(fillings[filling], size))),
    ];
  });
}

/**
 * Lists with the given orders in them, as long as a list may be: the run goes on and reads them again and again. All
 * pairs of content and coding take minutes; these are the most expensive ones.
 */
const longLists: readonly [string, (index: number) => string, coding: string, size: number][] = [
  ["blanks", () => " ", "br", 15 * MiB],
  ["blanks", () => " ", "br, gzip", 15 * MiB],
  ["blanks", () => " ", "", 60 * MiB],
  ["empty orders", () => ",{}", "zstd", 4 * MiB],
  ["orders", (index) => `,{"id":${index + 4}}`, "deflate", 15 * MiB],
];

function listsBelowLimits(): HostileServer[] {
  return longLists.map(([content, piece, coding, size]): HostileServer => {
    const arm = (): Reply => {
      const [start, end] = ['[{"id":1},{"id":2},{"id":3}', "]"].map((text) => Buffer.from(text));
      let body: Uint8Array = Buffer.concat([start!, fill(piece, size), end!]);
      for (const name of coding.split(", "))
        body = compressors[name as keyof typeof compressors]?.(body) ?? body;
      return answerIn(coding, body);
    };
    return [`a list of ${content} in ${coding || "no coding"} with the given orders`, arm];
  });
}

const chunkedHead = head(200, "transfer-encoding: chunked");
/** Endless answers, each with its beginning and its repeated part; answer-bounds.test.ts has endless heads. */
const endlessAnswers: Readonly<Record<string, readonly [start: string, piece: string]>> = {
  "chunks of a byte": [chunkedHead, "1\r\n[\r\n"],
  "chunk extensions": [`${chunkedHead}1;x=`, "x"],
  "bytes after a 204": ["HTTP/1.1 204 No Content\r\n\r\n", "x"],
};

function endless(): [string, Reply][] {
  const pouring =
    (start: string, rest: string): Reply =>
    (socket) => {
      socket.write(start);
      pour(socket, Buffer.from(rest));
    };
  const aByteAMoment: Reply = (socket) => {
    socket.write(chunkedHead);
    const timer = setInterval(
      () => (socket.destroyed ? clearInterval(timer) : socket.write("1\r\n \r\n")),
      20,
    );
  };
  return [
    ...Object.entries(fillings).map(([filling, piece]): [string, Reply] => {
      const rest = Array.from({ length: 4096 }, (_, index) => piece(index + 1)).join("");
      return [`a body of ${filling} without end`, pouring(head(200) + piece(0), rest)];
    }),
    ...Object.entries(endlessAnswers).map(([name, [start, piece]]): [string, Reply] => [
      `${name} without end`,
      pouring(start, piece.repeat(65_536 / piece.length)),
    ]),
    ["a byte a moment", aByteAMoment],
  ];
}

const say =
  (text: string | Uint8Array): Reply =>
  (socket) =>
    void socket.end(text);

/** Servers that break the rules of HTTP; http-target.test.ts has those with which a call fails in a plain way. */
export function brokenServers(): [string, Reply][] {
  return [
    ["a length that is too short", say(`${head(200, "content-length: 2")}[]and more`)],
    ["a length that is not a number", say(`${head(200, "content-length: many")}[]`)],
    ["a negative length", say(`${head(200, "content-length: -1")}[]`)],
    ["two lengths", say(`${head(200, "content-length: 2", "content-length: 3")}[]x`)],
    ["a chunk of no size", say(`${chunkedHead}zz\r\n[]\r\n0\r\n\r\n`)],
    ["a chunk beyond all sizes", say(`${chunkedHead}ffffffffffffffffff\r\n[]`)],
    ["HTTP/0.9", say("[]")],
    ["HTTP/3.0", say("HTTP/3.0 200 OK\r\n\r\n[]")],
    ["status 999", say(`${head(999, "content-length: 2")}[]`)],
    ["a NUL in a header", say(`${head(200, "x-odd: a\0b", "content-length: 2")}[]`)],
    [
      "half a character",
      say(Buffer.concat([Buffer.from(`${head(200, "content-length: 4")}["`), Buffer.from([0xc3, 0x5d])])),
    ],
  ];
}

/** Servers that may cost the judge much memory or time. */
export const costlyServers = (): readonly HostileServer[] => [
  ...bombServers(),
  ...listsBelowLimits(),
  ...endless().map(([name, reply]): HostileServer => [name, () => reply]),
];
