/** A target reached over HTTP by undici. */

import { Agent, type Dispatcher } from "undici";
import type { Answer, HeaderList, OutgoingRequest } from "../exchange.ts";
import { NoAnswer, type SendOptions, type Target } from "../target.ts";
import { decodeContent } from "./decode-content.ts";
import { probeWire } from "./wire-probe.ts";

export interface HttpTargetOptions extends Pick<Target, "apiKey" | "arrange"> {
  /** Ends with the version prefix, as a rule: https://host/v1 */
  readonly baseUrl: string;
  /** For one call. Default: 5000. */
  readonly timeoutMs?: number;
  /** Connections at once. Default: 8. */
  readonly connections?: number;
}

export interface HttpTarget extends Target {
  close(): Promise<void>;
}

/** A list of a million orders is about 100 MB; past this an answer is cut off. */
const maxBodyBytes = 1024 * 1024 * 1024;

export function createHttpTarget(options: HttpTargetOptions): HttpTarget {
  const { apiKey, arrange, timeoutMs = 5000, connections = 8 } = options;
  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, "");
  const baseUrl = base.origin + basePath;
  const dispatcher = new Agent({
    connections,
    pipelining: 1,
    connect: { timeout: timeoutMs },
    maxResponseSize: maxBodyBytes,
  });

  return {
    baseUrl,
    apiKey,
    arrange,
    async send(request: OutgoingRequest, { onWire = false }: SendOptions = {}): Promise<Answer> {
      const target = basePath + request.path;
      if (onWire) return probeWire(request, { url: base, target, timeoutMs });
      return sendByUndici(request, { origin: base.origin, target, dispatcher, timeoutMs });
    },
    close: () => dispatcher.destroy(),
  };
}

interface Route {
  readonly origin: string;
  readonly target: string;
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
}

async function sendByUndici(request: OutgoingRequest, route: Route): Promise<Answer> {
  const { origin, target, dispatcher, timeoutMs } = route;
  try {
    // One clock for the whole call: a server that dribbles must not hang the run.
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await dispatcher.request({
      origin,
      path: target,
      method: request.method,
      headers: request.headers.flat(),
      signal,
    });
    const bytes = new Uint8Array(await response.body.arrayBuffer());
    const headers = readHeaders(response.headers);
    const codings = headers.filter(([name]) => name === "content-encoding").map(([, value]) => value);
    const body = decodeContent(bytes, codings.length > 0 ? codings.join(",") : undefined);
    return { status: response.statusCode, headers, body };
  } catch (error) {
    throw new NoAnswer(failureOf(error, timeoutMs));
  }
}

function readHeaders(headers: Record<string, string | string[] | undefined>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).map((each) => [name.toLowerCase(), each] as const),
  );
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (connection refused)",
  ECONNRESET: "connection reset",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up now",
  UND_ERR_SOCKET: "the connection closed before the answer was whole",
  UND_ERR_CONNECT_TIMEOUT: "timeout while connecting",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the body is not as long as Content-Length says",
};

function failureOf(error: unknown, timeoutMs: number): string {
  const { name, message } = error as Error;
  if (name === "TimeoutError" || name === "AbortError") return `timeout after ${timeoutMs} ms`;
  const causes = [error, (error as Error).cause, ...((error as AggregateError).errors ?? [])];
  const code = causes.map((cause) => (cause as { code?: string } | undefined)?.code).find(Boolean);
  return (code && words[code]) ?? (message || code || name);
}
