/** A target reached over HTTP by undici. */

import { kitName, kitVersion } from "../../../spec/kit-version.ts";
import { ordersPath } from "../../../spec/wire.ts";
import { type Answer, type HeaderList, headerOf, type OutgoingRequest } from "../../history/exchange.ts";
import { startDeadline } from "../deadline.ts";
import { describeFailure, interimAlone, isUnreadable } from "../failure-words.ts";
import { BrokenAnswer, NoAnswer, type SendOptions, type Target } from "../target.ts";
import { type BodySlot, createBodySlots } from "./body-limits.ts";
import { type ConnectionOptions, createDispatcher, type Dispatcher, tlsOptions } from "./dispatcher.ts";
import { readBody } from "./read-body.ts";
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

  const createSlot = createBodySlots();
  const probe = (request: OutgoingRequest, { isWarm = false, together }: SendOptions = {}) =>
    probeWire(request, {
      url: base,
      target: basePath + request.path,
      timeoutMs,
      tls,
      slot: createSlot(),
      together,
      ...(isWarm && { warmUp: basePath + ordersPath }),
    });
  const isDirect = !options.connection?.proxy;
  /** The server says 100 Continue to requests that did not ask for it, which undici does not take. */
  let saysContinue = false;
  const named = new Map<string, Dispatcher>();
  let keepsNone = false;
  const dispatcherOf = (method: string, connection: string | undefined): Dispatcher => {
    if (keepsNone) return fresh;
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
    canWarm: isDirect,
    arrange,
    closeIdle() {
      if (keepsNone) return;
      keepsNone = true;
      for (const dispatcher of [reusing, ...named.values()]) dispatcher.close().catch(() => undefined);
    },
    async send(asked: OutgoingRequest, sendOptions: SendOptions = {}): Promise<Answer> {
      const request = withAgent(asked);
      const { onWire = false, connection } = sendOptions;
      if ((onWire || saysContinue) && isDirect) return probe(request, sendOptions);
      try {
        return await sendByUndici(request, {
          origin: base.origin,
          target: basePath + request.path,
          dispatcher: dispatcherOf(request.method, connection),
          timeoutMs,
          slot: createSlot(),
        });
      } catch (error) {
        // What only reads may be sent again, and the first call of a run does.
        const isRead = request.method === "GET" || request.method === "HEAD";
        if (!isDirect || !isRead || (error as Error).message !== interimAlone) throw error;
        saysContinue = true;
        return probe(request);
      }
    },
    async close() {
      await Promise.all([reusing, fresh, ...named.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** Who asks says so (RFC 9110, 10.1.5): some gateways turn away what has no User-Agent. */
function withAgent(request: OutgoingRequest): OutgoingRequest {
  if (request.headers.some(([name]) => name.toLowerCase() === "user-agent")) return request;
  return { ...request, headers: [...request.headers, ["user-agent", `${kitName}/${kitVersion}`]] };
}

interface Route {
  readonly origin: string;
  readonly target: string;
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
  readonly slot: BodySlot;
}

async function sendByUndici(request: OutgoingRequest, route: Route): Promise<Answer> {
  const { origin, target, dispatcher, timeoutMs, slot } = route;
  // One clock for the whole call: a server that dribbles must not hang the run.
  const abort = new AbortController();
  const deadline = startDeadline(timeoutMs, () => abort.abort(new DOMException("", "TimeoutError")));
  let status: number | undefined;
  try {
    const response = await dispatcher.request({
      origin,
      path: target,
      method: request.method,
      headers: request.headers.flat(),
      signal: abort.signal,
    });
    status = response.statusCode;
    const headers = readHeaders(response.headers);
    const codings = headerOf({ headers }, "content-encoding");
    return {
      status,
      headers,
      body: await readBody(response.body, { method: request.method, status, codings }, slot, deadline),
    };
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    const failure = describeFailure(error, timeoutMs);
    if (isUnreadable(error, status)) throw new BrokenAnswer(failure);
    throw status === undefined ? new NoAnswer(failure) : new BrokenAnswer(failure, "cut");
  } finally {
    deadline.end();
  }
}

function readHeaders(headers: Record<string, string | string[] | undefined>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).map((each) => [name.toLowerCase(), each] as const),
  );
}
