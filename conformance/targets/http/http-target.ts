/** A target reached over HTTP by undici. */

import type { Answer, HeaderList, OutgoingRequest } from "../../history/exchange.ts";
import { NoAnswer, type SendOptions, type Target } from "../target.ts";
import { decodeContent } from "./decode-content.ts";
import { type ConnectionOptions, createDispatcher, type Dispatcher, tlsOptions } from "./dispatcher.ts";
import { describeFailure } from "./failure-words.ts";
import { probeWire } from "./wire-probe.ts";

export interface HttpTargetOptions extends Pick<Target, "apiKey" | "arrange"> {
  /** Ends with the version prefix, as a rule: https://host/v1 */
  readonly baseUrl: string;
  /** For one call. Default: 5000. */
  readonly timeoutMs?: number;
  /** Connections at once. Default: 8. */
  readonly connections?: number;
  readonly connection?: ConnectionOptions;
}

export interface HttpTarget extends Target {
  close(): Promise<void>;
}

export function createHttpTarget(options: HttpTargetOptions): HttpTarget {
  const { apiKey, arrange, timeoutMs = 5000, connections = 8 } = options;
  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, "");
  const baseUrl = base.origin + basePath;
  const tls = tlsOptions(options.connection);
  // A server may close an idle connection just as a call goes out on it. A safe call is sent again then;
  // a DELETE is not, so each gets a connection of its own: undici takes no pipelining for no keep-alive.
  const [reusing, fresh] = [1, 0].map((pipelining) =>
    createDispatcher({ ...options.connection, timeoutMs, connections, pipelining }),
  ) as [Dispatcher, Dispatcher];

  const named = new Map<string, Dispatcher>();
  const dispatcherOf = (method: string, connection: string | undefined): Dispatcher => {
    if (connection === undefined) return method === "DELETE" ? fresh : reusing;
    if (connection === "") return fresh;
    const known = named.get(connection);
    if (known) return known;
    const own = createDispatcher({ ...options.connection, timeoutMs, connections: 1, pipelining: 1 });
    named.set(connection, own);
    return own;
  };

  return {
    baseUrl,
    apiKey,
    arrange,
    async send(request: OutgoingRequest, sendOptions: SendOptions = {}): Promise<Answer> {
      const { onWire = false, connection } = sendOptions;
      const target = basePath + request.path;
      if (onWire && !options.connection?.proxy)
        return probeWire(request, { url: base, target, timeoutMs, tls });
      const dispatcher = dispatcherOf(request.method, connection);
      return sendByUndici(request, { origin: base.origin, target, dispatcher, timeoutMs });
    },
    async close() {
      await Promise.all([reusing, fresh, ...named.values()].map((dispatcher) => dispatcher.destroy()));
    },
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
    throw new NoAnswer(describeFailure(error, timeoutMs));
  }
}

function readHeaders(headers: Record<string, string | string[] | undefined>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).map((each) => [name.toLowerCase(), each] as const),
  );
}
