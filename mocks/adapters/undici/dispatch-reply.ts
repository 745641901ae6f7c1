/** Plays the mock's answer to a handler of undici: at once or late, whole, cut, or not at all. */

import { STATUS_CODES } from "node:http";
import type { MockReply } from "../../http/reply.ts";
import type { DispatchController, DispatchHandler } from "./dispatch-handler.ts";
import { formatRawHeaders } from "./undici-headers.ts";

/** Bytes of a stream that wait for a reader who does not read; then it is let go. */
const mostWaiting = 1024 * 1024;

/** One request on its way. Its methods throw what the handler throws. */
export interface Dispatched {
  readonly controller: DispatchController;
  /** Whether the handler has had its end or its error. */
  isOver(): boolean;
  fail(error: Error): void;
  /** @param headersTimeout milliseconds; 0 for none */
  play(reply: MockReply, headersTimeout: number): Promise<void>;
}

export function createDispatched(handler: DispatchHandler): Dispatched {
  let isOver = false;
  let isAborted = false;
  let isPaused = false;
  let reason: Error | null = null;
  /** Ends the wait there is, if any. */
  let wake = () => {};

  const controller: DispatchController = {
    get aborted() {
      return isAborted;
    },
    get paused() {
      return isPaused;
    },
    get reason() {
      return reason;
    },
    rawHeaders: null,
    rawTrailers: null,
    abort(why = createUndiciError("UND_ERR_ABORTED")) {
      if (isOver) return;
      isAborted = true;
      reason = why;
      fail(why);
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      wake();
    },
  };

  function fail(error: Error): void {
    if (isOver) return;
    isOver = true;
    wake();
    handler.onResponseError?.(controller, error);
  }

  /** Until the time is over, or something wakes it. */
  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => wake(), ms);
      wake = () => {
        clearTimeout(timer);
        wake = () => {};
        resolve();
      };
    });
  }

  async function send(chunk: Uint8Array): Promise<void> {
    while (isPaused && !isOver) await wait(Number.POSITIVE_INFINITY);
    // A copy: the mock's bytes are shared between answers.
    if (!isOver) handler.onResponseData?.(controller, Buffer.from(chunk));
  }

  async function follow(stream: NonNullable<MockReply["stream"]>): Promise<void> {
    let waiting: string[] = [];
    let length = 0;
    let hasEnded = false;
    const stop = stream(
      (text) => {
        waiting.push(text);
        length += text.length;
        if (length > mostWaiting) fail(createUndiciError("UND_ERR_SOCKET"));
        wake();
      },
      () => {
        hasEnded = true;
        wake();
      },
    );
    while (!isOver) {
      const texts = waiting;
      waiting = [];
      for (const text of texts) {
        await send(Buffer.from(text));
        length -= text.length;
      }
      if (hasEnded && waiting.length === 0) break;
      if (waiting.length === 0 && !isOver) await wait(Number.POSITIVE_INFINITY);
    }
    stop();
  }

  /** Whether the answer may begin; not where it took too long, or never comes. */
  async function isDue({ delayMs = 0, end }: NonNullable<MockReply["delivery"]>, headersTimeout: number) {
    const due = performance.now() + (end === "hang" ? Number.POSITIVE_INFINITY : delayMs);
    const late = headersTimeout > 0 ? performance.now() + headersTimeout : Number.POSITIVE_INFINITY;
    const until = Math.min(due, late);
    // Whoever resumes a request that has not begun wakes it too early.
    while (!isOver && performance.now() < until) await wait(Math.ceil(until - performance.now()));
    if (late < due) fail(createUndiciError("UND_ERR_HEADERS_TIMEOUT"));
    else if (end === "reset") fail(createResetError());
    return !isOver;
  }

  return {
    controller,
    isOver: () => isOver,
    fail,
    async play({ status, headers, body, delivery, stream }, headersTimeout) {
      if (delivery && !(await isDue(delivery, headersTimeout))) return;
      const isCut = delivery?.end === "cut";
      // Without a body there is nothing to cut but the head.
      if (isCut && body.length === 0) return fail(createUndiciError("UND_ERR_SOCKET"));
      handler.onResponseStarted?.();
      controller.rawHeaders = formatRawHeaders(headers);
      handler.onResponseStart?.(controller, status, { ...headers }, STATUS_CODES[status] ?? "");
      if (stream) await follow(stream);
      if (isCut) {
        await send(body[0]!.subarray(0, body[0]!.length / 2));
        return fail(createUndiciError("UND_ERR_SOCKET"));
      }
      for (const piece of body) await send(piece);
      if (isOver) return;
      isOver = true;
      controller.rawTrailers = [];
      try {
        handler.onResponseEnd?.(controller, {});
      } catch (error) {
        // How the retries of undici ask for another turn.
        handler.onResponseError?.(controller, error as Error);
      }
    },
  };
}

type UndiciErrorCode = keyof typeof names;

const names = {
  UND_ERR_ABORTED: ["AbortError", "Request aborted"],
  UND_ERR_HEADERS_TIMEOUT: ["HeadersTimeoutError", "Headers Timeout Error"],
  UND_ERR_SOCKET: ["SocketError", "other side closed"],
} as const;

function createUndiciError(code: UndiciErrorCode): Error {
  const [name, message] = names[code];
  return Object.assign(new Error(message), {
    name,
    code,
    [Symbol.for("undici.error.UND_ERR")]: true,
    [Symbol.for(`undici.error.${code}`)]: true,
  });
}

/** What a socket says whose other end was reset. */
function createResetError(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", errno: -104, syscall: "read" });
}
