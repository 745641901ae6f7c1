/** A client's connection and its connection to the server: passes bytes on, and reports exchanges. */

import { Socket } from "node:net";
import { type Duplex, Transform } from "node:stream";
import {
  answerFraming,
  type Framing,
  isStrictRequest,
  type MessageHead,
  requestFraming,
} from "../targets/http/message-head.ts";
import { MessageReader, mayBeginAnswer } from "../targets/http/message-reader.ts";
import { refusal, withHeaders, withHost } from "./head-bytes.ts";
import {
  type BodyCopy,
  type CopyBudget,
  createBodyCopy,
  type ExchangeListener,
  type PassingExchange,
} from "./passing-exchange.ts";

export interface TunnelOptions {
  readonly connection: number;
  readonly client: Socket;
  readonly upstream: Duplex;
  /** The Host header for the server. */
  readonly host: string;
  readonly budget: CopyBudget;
  readonly listener: ExchangeListener;
}

/** Maximum number of requests of a connection without a complete answer. Beyond it the client is not read. */
const maxOpen = 64;

/** Maximum number of bytes after a 204 that are kept as evidence. */
const maxStrayBytes = 4096;

export const openTunnel = (options: TunnelOptions): void => new Tunnel(options).start();

/** The next bytes for the client. A head of an answer waits until its broken requirements are known. */
type Piece = Buffer | { readonly head: MessageHead; readonly exchange: PassingExchange };

class Tunnel {
  readonly #options: TunnelOptions;
  readonly #requests = new MessageReader("request", {
    mayBegin: () => this.#mayReadOn,
    head: (head) => this.#beginRequest(head),
    pass: (bytes) => void this.#toServer.push(bytes),
    data: (bytes) => this.#requestBody?.add(bytes),
    // From here on messages cannot be separated, so that no answer has a known request.
    lost: () => this.#answers.goBlind(),
  });
  readonly #answers: MessageReader = new MessageReader("answer", {
    head: (head) => this.#beginAnswer(head),
    pass: (bytes) => void this.#pieces.push(bytes),
    data: (bytes) => this.#open[0]?.answer?.body.add(bytes),
    end: () => this.#endAnswer(),
    stray: (bytes) => this.#takeStray(bytes),
    lost: () => {
      this.#endAll("the proxy could not follow the connection");
      if (this.#isRefused) this.#refuse();
    },
  });
  readonly #toServer = new Transform({
    transform: (bytes: Buffer, _encoding, done) => this.#sendOn(bytes, done),
    flush: (done) => {
      this.#requests.finish();
      done();
    },
  });
  readonly #toClient = new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      this.#answers.push(bytes);
      this.#flush();
      done();
      if (this.#mayReadOn) this.#readOn?.();
    },
    flush: (done) => {
      this.#answers.finish();
      this.#flush();
      done(null, this.#isRefused ? refusal : undefined);
    },
  });
  /** Requests without a complete answer, the oldest first. */
  readonly #open: PassingExchange[] = [];
  #latest: PassingExchange | undefined;
  #pieces: Piece[] = [];
  #requestBody: BodyCopy | undefined;
  #isRefused = false;
  /** Resumes reading from the client; set while too many requests have no answer. */
  #readOn: (() => void) | undefined;

  constructor(options: TunnelOptions) {
    this.#options = options;
  }

  start(): void {
    const { client, upstream } = this.#options;
    client.on("error", this.#failOf(upstream, "the client broke off"));
    upstream.on("error", this.#failOf(client, "the server broke off"));
    client.on("close", () => {
      this.#endAll("the client closed the connection before the answer was whole");
      upstream.destroy();
    });
    upstream.on("close", () => {
      const end = () => {
        this.#endAll("the server closed the connection before the answer was whole");
        client.destroySoon();
      };
      // Bytes that were read may not have been passed on yet.
      if (this.#toClient.readableEnded) end();
      else this.#toClient.once("end", end).end();
    });
    client.pipe(this.#toServer).pipe(upstream);
    upstream.pipe(this.#toClient).pipe(client);
  }

  get #mayReadOn(): boolean {
    return this.#open.length < maxOpen;
  }

  #beginRequest(head: MessageHead): Framing {
    const { connection, host, budget, listener } = this.#options;
    if (!isStrictRequest(head)) {
      this.#refuse();
      return "refused";
    }
    const [method = "", target = "", version = ""] = head.startLine.split(" ");
    const body = createBodyCopy(listener.copyLimit(target).request, budget);
    this.#requestBody = body;
    // Where answers are not read, its end would not be reported.
    if (!this.#answers.isBlind) {
      const request = { method, target, httpVersion: version, headers: head.headers, body };
      const exchange = { connection, request, startedAt: performance.now() };
      this.#open.push(exchange);
      listener.began(exchange);
    }
    this.#toServer.push(withHost(head, host));
    return requestFraming(head);
  }

  #beginAnswer(head: MessageHead): Framing {
    const { budget, listener } = this.#options;
    const exchange = this.#open[0];
    const [, httpVersion = "", digits = "", reason = ""] =
      /^(HTTP\/\d\.\d) (\d{3}) ?(.*)$/.exec(head.startLine) ?? [];
    const status = Number(digits);
    if (!exchange || digits === "") {
      this.#pieces.push(head.bytes);
      return "unclear";
    }
    const { method, target } = exchange.request;
    const isTunnel = status === 101 || (method === "CONNECT" && status >= 200 && status < 300);
    if (status < 200 && !isTunnel) {
      this.#pieces.push(head.bytes);
      return "interim";
    }
    const body = createBodyCopy(listener.copyLimit(target).answer, budget);
    const stray = createBodyCopy(maxStrayBytes, { bytesLeft: maxStrayBytes });
    exchange.answer = { status, reason, httpVersion, headers: head.headers, body, stray };
    exchange.answeredAt = performance.now();
    this.#pieces.push({ head, exchange });
    if (!isTunnel) return answerFraming(head, status, method);
    this.#open.shift();
    this.#end(exchange);
    this.#requests.goBlind();
    return "unclear";
  }

  #endAnswer(): void {
    const exchange = this.#open.shift();
    if (!exchange?.answer) return;
    this.#latest = exchange;
    this.#end(exchange);
    if (this.#isRefused) this.#refuse();
  }

  /** @returns the number of bytes that belong to no message */
  #takeStray(bytes: Buffer): number {
    const latest = this.#latest;
    if (!latest?.answer || mayBeginAnswer(bytes)) return 0;
    const next = this.#open.length === 0 ? -1 : bytes.indexOf("HTTP/1.", 0, "latin1");
    const strayBytes = next < 0 ? bytes : bytes.subarray(0, next);
    latest.answer.stray.add(strayBytes);
    this.#options.listener.strayed(latest);
    return strayBytes.length;
  }

  #end(exchange: PassingExchange, failure?: string): void {
    exchange.endedAt = performance.now();
    if (failure !== undefined) exchange.failure = failure;
    void this.#reportEnd(exchange);
  }

  async #reportEnd(exchange: PassingExchange): Promise<void> {
    // The head of its answer may have arrived in the same piece, and is reported first.
    await undefined;
    await this.#options.listener.ended(exchange);
    exchange.request.body.release();
    exchange.answer?.body.release();
  }

  #endAll(failure: string): void {
    for (const exchange of this.#open.splice(0)) this.#end(exchange, failure);
  }

  /** Refuses all further bytes of the client, once the earlier requests have their answers. */
  #refuse(): void {
    this.#isRefused = true;
    if (this.#open.length === 0) this.#options.upstream.destroy();
  }

  #sendOn(bytes: Buffer, done: () => void): void {
    this.#requests.push(bytes);
    if (this.#mayReadOn) {
      done();
      return;
    }
    this.#readOn = () => {
      this.#readOn = undefined;
      this.#sendOn(Buffer.alloc(0), done);
    };
  }

  #flush(): void {
    const ready = this.#pieces.map((piece) => {
      if (Buffer.isBuffer(piece)) return piece;
      piece.exchange.isWholeAtOnce = piece.exchange.endedAt !== undefined;
      return withHeaders(piece.head, this.#options.listener.answered(piece.exchange));
    });
    this.#pieces = [];
    if (ready.length > 0) this.#toClient.push(ready.length === 1 ? ready[0] : Buffer.concat(ready));
  }

  /** Makes a listener that ends one side in the same way as the other one failed. */
  #failOf(other: Duplex, why: string): (error: NodeJS.ErrnoException) => void {
    return (error) => {
      this.#endAll(`${why} (${error.code ?? error.message})`);
      if (error.code === "ECONNRESET" && other instanceof Socket && !("encrypted" in other))
        other.resetAndDestroy();
      else other.destroy();
    };
  }
}
