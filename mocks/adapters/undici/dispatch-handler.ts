/** Plays the mock's answer to a handler of undici: at once or late, whole, cut, or not at all. */

import { STATUS_CODES } from "node:http";
import type { MockReply } from "../../http/reply.ts";
import { deliver } from "../fetch.ts";

/** One request on its way. Its methods throw what the handler throws. */
export function createDispatched(handler: DispatchHandler) {
  /** Aborted once the handler has had its end or its error. */
  const over = new AbortController();
  let isAborted = false;
  let reason: Error | null = null;
  /** Of a handler that asked for a pause. */
  let paused: PromiseWithResolvers<void> | undefined;

  const controller: DispatchController = {
    get aborted() {
      return isAborted;
    },
    get paused() {
      return paused !== undefined;
    },
    get reason() {
      return reason;
    },
    rawHeaders: null,
    rawTrailers: null,
    abort(why = createUndiciError("UND_ERR_ABORTED")) {
      if (over.signal.aborted) return;
      isAborted = true;
      reason = why;
      fail(why);
    },
    pause() {
      paused ??= Promise.withResolvers();
    },
    resume() {
      paused?.resolve();
      paused = undefined;
    },
  };

  const isOver = () => over.signal.aborted;

  function fail(error: Error): void {
    if (isOver()) return;
    over.abort();
    controller.resume();
    handler.onResponseError?.(controller, error);
  }

  async function send(chunk: Uint8Array): Promise<void> {
    while (paused && !isOver()) await paused.promise;
    // A copy: the mock's bytes are shared between answers.
    if (!isOver()) handler.onResponseData?.(controller, Buffer.from(chunk));
  }

  /** Hands on a body that comes piece by piece, and may be lost on its way. */
  async function follow(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    over.signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
    for (;;) {
      const next = await reader.read().catch(() => undefined);
      if (!next) return fail(createUndiciError("UND_ERR_SOCKET"));
      if (next.done) return;
      await send(next.value);
    }
  }

  return {
    controller,
    isOver,
    fail,
    /** @param headersTimeout milliseconds; 0 for none */
    async play(reply: MockReply, headersTimeout: number): Promise<void> {
      const { status, headers, body, delivery, stream } = reply;
      const lateness = () => fail(createUndiciError("UND_ERR_HEADERS_TIMEOUT"));
      const late = delivery && headersTimeout > 0 ? setTimeout(lateness, headersTimeout) : undefined;
      const response = delivery || stream ? await deliver(reply, over.signal) : undefined;
      clearTimeout(late);
      if (isOver()) return;
      if (response?.type === "error")
        return fail(delivery?.end === "reset" ? createResetError() : createUndiciError("UND_ERR_SOCKET"));
      handler.onResponseStarted?.();
      controller.rawHeaders = formatRawHeaders(headers);
      handler.onResponseStart?.(controller, status, { ...headers }, STATUS_CODES[status] ?? "");
      if (response?.body) await follow(response.body);
      else for (const piece of body) await send(piece);
      if (isOver()) return;
      over.abort();
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

const names = {
  UND_ERR_ABORTED: ["AbortError", "Request aborted"],
  UND_ERR_HEADERS_TIMEOUT: ["HeadersTimeoutError", "Headers Timeout Error"],
  UND_ERR_SOCKET: ["SocketError", "other side closed"],
} as const;

function createUndiciError(code: keyof typeof names): Error {
  const [name, message] = names[code];
  return Object.assign(new Error(message), {
    name,
    code,
    [Symbol.for("undici.error.UND_ERR")]: true,
    [Symbol.for(`undici.error.${code}`)]: true,
  });
}

function createResetError(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", errno: -104, syscall: "read" });
}

/** How undici hands over an answer, piece by piece: to handlers of version 7 and 8, and of those before. */

export interface DispatchController {
  readonly aborted: boolean;
  readonly paused: boolean;
  readonly reason: Error | null;
  rawHeaders: Buffer[] | null;
  rawTrailers: Buffer[] | null;
  abort(reason?: Error): void;
  pause(): void;
  resume(): void;
}

export interface DispatchHandler {
  onRequestStart?(controller: DispatchController, context: unknown): void;
  onResponseStarted?(): void;
  onResponseStart?(
    controller: DispatchController,
    status: number,
    headers: Record<string, string>,
    statusText: string,
  ): void;
  onResponseData?(controller: DispatchController, chunk: Buffer): void;
  onResponseEnd?(controller: DispatchController, trailers: Record<string, string>): void;
  onResponseError?(controller: DispatchController, error: Error): void;
  onBodySent?(chunk: Buffer): void;
  onRequestSent?(): void;
}

/** What undici 6 and the fetch of Node up to 24 bring. */
interface LegacyHandler {
  onConnect?(abort: (reason?: Error) => void, context: unknown): void;
  onHeaders?(status: number, rawHeaders: Buffer[], resume: () => void, statusText: string): boolean;
  onData?(chunk: Buffer): boolean;
  onComplete?(rawTrailers: Buffer[]): void;
  onError?(error: Error): void;
  onResponseStarted?(): void;
  onBodySent?(chunk: Buffer): void;
  onRequestSent?(): void;
}

/** The handler itself, or one that speaks to it in the old words. */
export function modernHandler(handler: DispatchHandler | LegacyHandler): DispatchHandler {
  if ("onRequestStart" in handler || !("onConnect" in handler || "onHeaders" in handler)) return handler;
  const legacy: LegacyHandler = handler;
  return {
    onRequestStart: (controller, context) =>
      legacy.onConnect?.((reason) => controller.abort(reason), context),
    onResponseStarted: () => legacy.onResponseStarted?.(),
    onResponseStart(controller, status, headers, statusText) {
      const resume = () => controller.resume();
      if (legacy.onHeaders?.(status, formatRawHeaders(headers), resume, statusText) === false)
        controller.pause();
    },
    onResponseData(controller, chunk) {
      if (legacy.onData?.(chunk) === false) controller.pause();
    },
    onResponseEnd: () => legacy.onComplete?.([]),
    onResponseError: (_controller, error) => legacy.onError?.(error),
    onBodySent: (chunk) => legacy.onBodySent?.(chunk),
    onRequestSent: () => legacy.onRequestSent?.(),
  };
}

/** Headers of an answer, as the parser would have found them. */
export function formatRawHeaders(headers: Readonly<Record<string, string>>): Buffer[] {
  return Object.entries(headers).flatMap(([name, value]) => [Buffer.from(name), Buffer.from(value)]);
}
