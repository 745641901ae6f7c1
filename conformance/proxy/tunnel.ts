/** One client's connection and the one to the server that belongs to it: bytes go through, exchanges are told. */

import { Socket } from "node:net";
import { type Duplex, Transform } from "node:stream";
import type { HeaderList } from "../evidence/exchange.ts";
import {
  answerFraming,
  headerValues,
  isStrictRequest,
  type MessageHead,
  requestFraming,
} from "../targets/http/message-head.ts";
import { MessageReader } from "../targets/http/message-reader.ts";
import { type BodyCopy, type CopyBudget, createBodyCopy } from "./body-copy.ts";
import type { ExchangeListener, PassingExchange } from "./passing-exchange.ts";

export interface TunnelOptions {
  readonly connection: number;
  readonly client: Socket;
  readonly upstream: Duplex;
  /** What the server is to read as Host. */
  readonly host: string;
  readonly budget: CopyBudget;
  readonly listener: ExchangeListener;
}

/** Requests of a connection without a whole answer. Behind them the client is not read on. */
const mostOpen = 64;

/** Bytes behind a 204 that are kept as evidence. */
const mostStrayBytes = 4096;

export function openTunnel({ connection, client, upstream, host, budget, listener }: TunnelOptions): void {
  /** Requests without a whole answer, the oldest first. */
  const open: PassingExchange[] = [];
  let latest: PassingExchange | undefined;
  /** What goes to the client next. A head of an answer waits to be told what its exchange breaks. */
  let pieces: (Buffer | { readonly head: MessageHead; readonly exchange: PassingExchange })[] = [];

  const begin = (exchange: PassingExchange) => {
    open.push(exchange);
    listener.began(exchange);
  };
  const end = (exchange: PassingExchange, failure?: string) => {
    exchange.endedAt = performance.now();
    if (failure !== undefined) exchange.failure = failure;
    void tellEnd(exchange);
  };
  const tellEnd = async (exchange: PassingExchange) => {
    // The head of its answer may have come in the same piece, and is told first.
    await undefined;
    await listener.ended(exchange);
    exchange.request.body.release();
    exchange.answer?.body.release();
  };

  let isRefused = false;
  /** Refuses what the client sends from here on, once the requests before have their answers. */
  const refuse = () => {
    isRefused = true;
    if (open.length === 0) upstream.destroy();
  };

  let requestBody: BodyCopy | undefined;
  const requests: MessageReader = new MessageReader("request", {
    mayBegin: () => open.length < mostOpen,
    head(head) {
      if (!isStrictRequest(head)) {
        refuse();
        return "refused";
      }
      const [method = "", target = "", version = ""] = head.startLine.split(" ");
      const limit = listener.copyLimit(target);
      requestBody = createBodyCopy(limit.request, budget);
      const request = { method, target, httpVersion: version, headers: head.headers, body: requestBody };
      // Nobody would tell its end.
      if (!answers.isBlind) begin({ connection, request, startedAt: performance.now() });
      toServer.push(withHost(head, host));
      return requestFraming(head);
    },
    pass: (bytes) => void toServer.push(bytes),
    data: (bytes) => requestBody?.add(bytes),
    end: () => undefined,
    // What follows cannot be told apart: no answer from here on has a request that is known for sure.
    lost: () => answers.goBlind(),
  });

  const answers: MessageReader = new MessageReader("answer", {
    mayBegin: () => true,
    head(head) {
      const exchange = open[0];
      const [, httpVersion = "", digits = "", reason = ""] =
        /^(HTTP\/\d\.\d) (\d{3}) ?(.*)$/.exec(head.startLine) ?? [];
      const status = Number(digits);
      if (!exchange || digits === "") {
        pieces.push(head.bytes);
        return "unclear";
      }
      const { method, target } = exchange.request;
      const isTunnel = status === 101 || (method === "CONNECT" && status >= 200 && status < 300);
      if (status < 200 && !isTunnel) {
        pieces.push(head.bytes);
        return "interim";
      }
      const body = createBodyCopy(listener.copyLimit(target).answer, budget);
      const stray = createBodyCopy(mostStrayBytes, { bytesLeft: mostStrayBytes });
      exchange.answer = { status, reason, httpVersion, headers: head.headers, body, stray };
      exchange.answeredAt = performance.now();
      pieces.push({ head, exchange });
      if (!isTunnel) return answerFraming(head, status, method);
      open.shift();
      end(exchange);
      requests.goBlind();
      return "unclear";
    },
    pass: (bytes) => void pieces.push(bytes),
    data: (bytes) => open[0]?.answer?.body.add(bytes),
    end() {
      const exchange = open.shift();
      if (!exchange?.answer) return;
      latest = exchange;
      end(exchange);
      if (isRefused) refuse();
    },
    stray(bytes) {
      if (!latest?.answer || isStart(bytes)) return 0;
      const next = open.length === 0 ? -1 : bytes.indexOf("HTTP/1.", 0, "latin1");
      const strayBytes = next < 0 ? bytes : bytes.subarray(0, next);
      latest.answer.stray.add(strayBytes);
      listener.strayed(latest);
      return strayBytes.length;
    },
    lost() {
      for (const exchange of open.splice(0)) end(exchange, "the proxy could not follow the connection");
      if (isRefused) refuse();
    },
  });

  /** Goes on reading the client, where too many requests have no answer. */
  let readOn: (() => void) | undefined;
  const sendOn = (bytes: Buffer, done: () => void) => {
    requests.push(bytes);
    if (open.length < mostOpen) return done();
    readOn = () => {
      readOn = undefined;
      sendOn(Buffer.alloc(0), done);
    };
  };
  const toServer = new Transform({
    transform: (bytes: Buffer, _encoding, done) => sendOn(bytes, done),
    flush(done) {
      requests.finish();
      done();
    },
  });

  const flush = (done: () => void) => {
    const ready = pieces.map((piece) => {
      if (Buffer.isBuffer(piece)) return piece;
      piece.exchange.isWholeAtOnce = piece.exchange.endedAt !== undefined;
      return withHeaders(piece.head, listener.answered(piece.exchange));
    });
    pieces = [];
    if (ready.length > 0) toClient.push(ready.length === 1 ? ready[0] : Buffer.concat(ready));
    done();
  };
  const toClient = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      answers.push(bytes);
      flush(done);
      if (open.length < mostOpen) readOn?.();
    },
    flush(done) {
      answers.finish();
      flush(() => done(null, isRefused ? refusal : undefined));
    },
  });

  let isClosed = false;
  /** Neither side goes on. */
  const close = (why: string) => {
    if (isClosed) return;
    isClosed = true;
    for (const exchange of open.splice(0)) end(exchange, why);
  };
  /** One side failed: the other is told in the same way. */
  const fail = (other: Duplex, why: string) => (error: NodeJS.ErrnoException) => {
    close(`${why} (${error.code ?? error.message})`);
    if (error.code === "ECONNRESET" && other instanceof Socket && !("encrypted" in other))
      other.resetAndDestroy();
    else other.destroy();
  };
  client.on("error", fail(upstream, "the client broke off"));
  upstream.on("error", fail(client, "the server broke off"));
  client.on("close", () => {
    close("the client closed the connection before the answer was whole");
    upstream.destroy();
  });
  upstream.on("close", () => {
    const end = () => {
      close("the server closed the connection before the answer was whole");
      client.destroySoon();
    };
    // What was read is still on its way.
    if (toClient.readableEnded) end();
    else toClient.once("end", end).end();
  });
  client.pipe(toServer).pipe(upstream);
  upstream.pipe(toClient).pipe(client);
}

const refusal = Buffer.from(
  [
    "HTTP/1.1 400 Bad Request",
    "Content-Type: text/plain",
    "Content-Length: 97",
    "Connection: close",
    "",
    "store-orders proxy: the request is not HTTP/1.1 as RFC 9112 has it; it was not sent to the server",
  ].join("\r\n"),
);

function isStart(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 7);
  return start === "HTTP/1.".slice(0, start.length);
}

/** The head with the server's own name as Host: it would not know itself by the proxy's. */
function withHost(head: MessageHead, host: string): Buffer {
  if (headerValues(head.headers, "host").length !== 1) return head.bytes;
  const text = head.bytes.toString("latin1");
  return Buffer.from(
    text.replace(/^(host:[ \t]*)[^\r\n]*/im, (_line, name: string) => name + host),
    "latin1",
  );
}

function withHeaders(head: MessageHead, headers: HeaderList): Buffer {
  if (headers.length === 0) return head.bytes;
  const text = head.bytes.toString("latin1");
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(text.replace(/\r?\n$/, `${lines}$&`), "latin1");
}
