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
