/** One connection of HTTP/1.1, for one call after the other, or for several at once. Every byte that comes on it is seen. */

import type { Socket } from "node:net";
import type { Answer } from "../../evidence/exchange.ts";
import { startDeadline } from "../deadline.ts";
import { describeFailure } from "../failure-words.ts";
import { BrokenAnswer, NoAnswer } from "../target.ts";
import type { KnownBody } from "./collect-body.ts";
import { type ConnectionOptions, openSocket } from "./open-socket.ts";
import { type ReadAnswer, readAnswer } from "./read-answer.ts";

export interface ConnectionCall {
  readonly method: string;
  /** The request's bytes. */
  readonly text: string;
  readonly timeoutMs: number;
  /** Called once the connection is there: the call goes out when it resolves. */
  readonly together?: (() => Promise<void>) | undefined;
}

/** Time in ms in which a body may follow the answer to a HEAD. */
const lingerOfHeadMs = 50;
/** How a call fails on a connection that was closed before any answer. */
const wasClosed = /^(?:connection reset|the connection closed before an answer)$/;
/** Maximum number of stray bytes that are kept. */
const maxStrayBytes = 1024 * 1024;

/** The context that connections to the same server share. */
export interface ConnectionContext {
  readonly url: URL;
  readonly options: ConnectionOptions;
  /** Bodies of earlier answers on any connection to the server. */
  readonly known: KnownBody;
  /** Time in ms in which bytes may follow a 204, asked for each: the next call would read them as its answer. */
  readonly lingerMs: () => number;
  /** Called with the idle time where the server ends the connection between two calls without notice. */
  readonly onClosed: (idleMs: number) => void;
}

export class Connection {
  /** Whether its last answer was that of a HEAD: some servers send a body behind it, which no call expects. */
  followsHead = false;
  /** Resolves when nothing more is expected to follow the last answer. */
  quiet = Promise.resolve();
  readonly #context: ConnectionContext;
  readonly #opening = new AbortController();
  readonly #connected: Promise<void>;
  #socket: Socket | undefined;
  #timeoutMs = 0;
  #failure: Error | undefined;
  #hasEnded = false;
  /** Calls that went out and were not answered. */
  #underWay = 0;
  #lastRead: Promise<unknown> | undefined;
  #isLast = false;
  #idleSince: number | undefined;
  #wake: () => void = () => undefined;
  /** Bytes that followed the last answer. */
  #tail = { bytes: Buffer.alloc(0) };
  #isQuiet = true;
  #endQuiet: () => void = () => undefined;

  constructor(context: ConnectionContext) {
    this.#context = context;
    this.#connected = this.#open();
  }

  /** Whether it can bring another call, now or when it is quiet. */
  get isOpen(): boolean {
    return !this.#isOver && !this.#isLast;
  }

  /** Whether a call may go out on it now: none is under way, and nothing more is expected of the last one. */
  get isFree(): boolean {
    return this.#underWay === 0 && this.#isQuiet && this.isOpen;
  }

  /** Since when no call has been under way, in ms; undefined before the first one. */
  get idleMs(): number | undefined {
    return this.#underWay > 0 || this.#idleSince === undefined
      ? undefined
      : performance.now() - this.#idleSince;
  }

  /** @throws {NoAnswer} */
  async call(call: ConnectionCall): Promise<Answer> {
    const before = this.#underWay++ > 0 ? this.#lastRead : undefined;
    this.#isQuiet = true;
    this.#timeoutMs = call.timeoutMs;
    const own = { bytes: Buffer.alloc(0) };
    this.#tail = own;
    const reading = this.#read(call, before);
    this.#lastRead = reading.catch(() => undefined);
    const { answer, rest } = await reading;
    if (rest && this.#underWay > 0) this.#socket?.unshift(rest);
    else if (rest) this.#takeStray(rest);
    if (answer.status === 204) this.#linger(this.#context.lingerMs());
    else if (call.method === "HEAD" && !this.#isLast) this.#linger(lingerOfHeadMs);
    this.#notice();
    if (answer.status !== 204) return answer;
    // A view: what comes before the next call on this connection is seen, too.
    return {
      ...answer,
      get stray() {
        return own.bytes;
      },
    };
  }

  close(): void {
    this.#isLast = true;
    this.#destroy();
  }

  get #isOver(): boolean {
    return this.#failure !== undefined || this.#hasEnded;
  }

  async #open(): Promise<void> {
    const { url, options } = this.#context;
    const broke = (error: Error) => {
      this.#noticeEnd();
      this.#fail(new NoAnswer(describeFailure(error, this.#timeoutMs)));
    };
    try {
      this.#socket = await openSocket(url, { ...options, signal: this.#opening.signal });
    } catch (error) {
      return broke(error as Error);
    }
    const end = () => this.#noticeEnd();
    this.#socket
      .on("readable", () => this.#notice())
      .on("end", end)
      .on("close", end)
      .on("error", broke);
  }

  async #read(call: ConnectionCall, before: Promise<unknown> | undefined): Promise<ReadAnswer> {
    const { method, together, timeoutMs } = call;
    const onTimeout = () => this.#fail(new NoAnswer(`timeout after ${this.#timeoutMs} ms`));
    const deadline = startDeadline(timeoutMs, onTimeout);
    try {
      await this.#connected;
      await together?.();
      if (!this.#isOver) this.#socket?.write(call.text, "latin1");
      // Answers come in the order of the calls (RFC 9112, 9.3.2).
      await before;
      const found = await readAnswer({
        ...{ method, deadline, known: this.#context.known },
        next: () => this.#next(),
      });
      this.#isLast = found.isLast;
      return found;
    } catch (error) {
      this.close();
      throw this.#explain(error, before !== undefined);
    } finally {
      this.followsHead = method === "HEAD";
      deadline.end();
      this.#underWay--;
      this.#idleSince = performance.now();
    }
  }

  /** The error of a call in the words that help most. */
  #explain(error: unknown, isBehindAnother: boolean): unknown {
    const isUnreadable = error instanceof BrokenAnswer && error.kind === "unreadable";
    // Servers on node:tls refuse a client certificate by closing the connection, without an alert.
    const isSilent =
      this.#idleSince === undefined && error instanceof NoAnswer && wasClosed.test(error.message);
    if (isSilent && this.#context.options.cert !== undefined)
      return new NoAnswer(
        `${error.message}. The server may not accept the client certificate: check --client-cert and --client-key`,
      );
    // Sent again alone: unreadable bytes may be the end of the answer before.
    if (!isUnreadable || !(this.followsHead || isBehindAnother)) return error;
    return new NoAnswer(`a body followed the answer to ${this.followsHead ? "a HEAD" : "the call before"}`);
  }

  /** The next bytes, or undefined where the connection has ended. */
  async #next(): Promise<Buffer | undefined> {
    for (;;) {
      const bytes: Buffer | null = this.#socket?.read() ?? null;
      if (bytes !== null) return bytes;
      if (this.#failure) throw this.#failure;
      if (this.#hasEnded) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Waits for what may follow an answer, beside the next calls. */
  #linger(ms: number): void {
    this.#isQuiet = false;
    this.quiet = new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#isQuiet = true;
        if (this.#isLast) this.#destroy();
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#endQuiet = end;
    });
    if (this.#hasEnded) this.#endQuiet();
  }

  #notice(): void {
    if (this.#underWay > 0) {
      this.#wake();
      return;
    }
    for (let bytes = this.#socket?.read(); bytes; bytes = this.#socket?.read()) this.#takeStray(bytes);
    if (this.#isLast && this.#isQuiet) this.#destroy();
  }

  /** Takes bytes that answer no call: they belong to the last answer. */
  #takeStray(bytes: Buffer): void {
    const tail = this.#tail;
    // A server may say so before it ends an idle connection (RFC 9110, 15.5.9).
    const isTimeout = tail.bytes.length === 0 && /^HTTP\/1\.[01] 408/.test(bytes.toString("latin1", 0, 12));
    if (isTimeout && !this.#isLast) this.#context.onClosed(this.idleMs ?? 0);
    this.#isLast = true;
    if (!isTimeout) tail.bytes = Buffer.concat([tail.bytes, bytes]);
    if (isTimeout || tail.bytes.length > maxStrayBytes) this.#destroy();
  }

  #noticeEnd(): void {
    const { idleMs } = this;
    if (idleMs !== undefined && this.isOpen) this.#context.onClosed(idleMs);
    this.#hasEnded = true;
    this.#wake();
    this.#endQuiet();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#destroy();
    this.#wake();
    this.#endQuiet();
  }

  #destroy(): void {
    this.#opening.abort(new Error("the connection was given up"));
    this.#socket?.destroy();
  }
}
