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

export type Connection = ReturnType<typeof openConnection>;

/** Time in ms in which a body may follow the answer to a HEAD. */
const lingerOfHeadMs = 50;
/** How a call fails on a connection that was closed before any answer. */
const wasClosed = /^(?:connection reset|the connection closed before an answer)$/;
/** More that nobody asked for is not kept. */
const mostStrayBytes = 1024 * 1024;

/**
 * @param known what came on any connection to the server before
 * @param lingerMs time in which bytes may follow a 204, asked for each: the next call would read them as its answer
 * @param onClosed called with the idle time where the server ends the connection between two calls without notice
 */
export function openConnection(
  url: URL,
  options: ConnectionOptions,
  known: KnownBody,
  lingerMs: () => number,
  onClosed: (idleMs: number) => void,
) {
  let socket: Socket | undefined;
  let timeoutMs = 0;
  const opening = new AbortController();
  let failure: Error | undefined;
  let hasEnded = false;
  /** Calls that went out and were not answered. */
  let underWay = 0;
  let lastRead: Promise<unknown> | undefined;
  let isLast = false;
  let idleSince: number | undefined;
  let wake: () => void = () => undefined;
  /** What followed the last answer. */
  let tail = { bytes: Buffer.alloc(0) };
  let isQuiet = true;
  let endQuiet: () => void = () => undefined;

  const destroy = () => {
    opening.abort(new Error("the connection was given up"));
    socket?.destroy();
  };
  const isOver = () => failure !== undefined || hasEnded;
  const fail = (error: Error) => {
    failure ??= error;
    destroy();
    wake();
    endQuiet();
  };
  /** What came although nobody asked for it: it belongs to the last answer. */
  const takeStray = (bytes: Buffer) => {
    // A server may say so before it ends an idle connection (RFC 9110, 15.5.9).
    const isTimeout = tail.bytes.length === 0 && /^HTTP\/1\.[01] 408/.test(bytes.toString("latin1", 0, 12));
    if (isTimeout && !isLast) onClosed(connection.idleMs ?? 0);
    isLast = true;
    if (isTimeout) return void destroy();
    tail.bytes = Buffer.concat([tail.bytes, bytes]);
    if (tail.bytes.length > mostStrayBytes) destroy();
  };
  const notice = () => {
    if (underWay > 0) return wake();
    for (let bytes = socket?.read(); bytes; bytes = socket?.read()) takeStray(bytes);
    if (isLast && isQuiet) destroy();
  };
  const noticeEnd = () => {
    const { idleMs } = connection;
    if (idleMs !== undefined && !isLast && !isOver()) onClosed(idleMs);
    hasEnded = true;
    wake();
    endQuiet();
  };
  const broke = (error: Error) => {
    noticeEnd();
    fail(new NoAnswer(describeFailure(error, timeoutMs)));
  };
  const connected = openSocket(url, { ...options, signal: opening.signal }).then((opened) => {
    socket = opened;
    socket.on("readable", notice).on("end", noticeEnd).on("close", noticeEnd).on("error", broke);
  }, broke);

  /** The next bytes, or undefined where the connection has ended. */
  async function next(): Promise<Buffer | undefined> {
    for (;;) {
      const bytes: Buffer | null = socket?.read() ?? null;
      if (bytes !== null) return bytes;
      if (failure) throw failure;
      if (hasEnded) return undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  /** Waits for what may follow an answer, beside the next calls. */
  function linger(ms: number): void {
    isQuiet = false;
    connection.quiet = new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        isQuiet = true;
        if (isLast) destroy();
        resolve();
      };
      const timer = setTimeout(end, ms);
      endQuiet = end;
    });
    if (hasEnded) endQuiet();
  }

  async function read(call: ConnectionCall, before: Promise<unknown> | undefined): Promise<ReadAnswer> {
    const { method, together } = call;
    const deadline = startDeadline(timeoutMs, () => fail(new NoAnswer(`timeout after ${timeoutMs} ms`)));
    try {
      await connected;
      await together?.();
      if (!isOver()) socket?.write(call.text, "latin1");
      // Answers come in the order of the calls (RFC 9112, 9.3.2).
      await before;
      const found = await readAnswer(method, next, deadline, known);
      isLast = found.isLast;
      return found;
    } catch (error) {
      isLast = true;
      destroy();
      const isUnreadable = error instanceof BrokenAnswer && error.kind === "unreadable";
      // Servers on node:tls refuse a client certificate by closing the connection, without an alert.
      const isSilent = idleSince === undefined && error instanceof NoAnswer && wasClosed.test(error.message);
      if (isSilent && options.cert !== undefined)
        throw new NoAnswer(
          `${error.message}. The server may not accept the client certificate: check --client-cert and --client-key`,
        );
      // It is asked again by itself: what cannot be read may be the end of the answer before.
      throw isUnreadable && (connection.followsHead || before)
        ? new NoAnswer(
            `a body followed the answer to ${connection.followsHead ? "a HEAD" : "the call before"}`,
          )
        : error;
    } finally {
      connection.followsHead = method === "HEAD";
      deadline.end();
      underWay--;
      idleSince = performance.now();
    }
  }

  const connection = {
    /** Whether it can bring another call, now or when it is quiet. */
    get isOpen() {
      return !isOver() && !isLast;
    },
    /** Whether a call may go out on it now: none is under way, and nothing more is expected of the last one. */
    get isFree() {
      return underWay === 0 && isQuiet && !isOver() && !isLast;
    },
    /** Whether its last answer was that of a HEAD: some servers send a body behind it, which no call expects. */
    followsHead: false,
    /** Since when no call has been under way; undefined before the first one. */
    get idleMs() {
      return underWay > 0 || idleSince === undefined ? undefined : performance.now() - idleSince;
    },
    /** Resolves when nothing more is expected to follow the last answer. */
    quiet: Promise.resolve(),
    /** @throws {NoAnswer} */
    async call(call: ConnectionCall): Promise<Answer> {
      const before = underWay++ > 0 ? lastRead : undefined;
      isQuiet = true;
      timeoutMs = call.timeoutMs;
      const own = { bytes: Buffer.alloc(0) };
      tail = own;
      const reading = read(call, before);
      lastRead = reading.catch(() => undefined);
      const { answer, rest } = await reading;
      if (rest && underWay > 0) socket?.unshift(rest);
      else if (rest) takeStray(rest);
      if (answer.status === 204) linger(lingerMs());
      else if (call.method === "HEAD" && !isLast) linger(lingerOfHeadMs);
      notice();
      if (answer.status !== 204) return answer;
      // A view: what comes before the next call on this connection is seen, too.
      return {
        ...answer,
        get stray() {
          return own.bytes;
        },
      };
    },
    close() {
      isLast = true;
      destroy();
    },
  };
  return connection;
}
