/** Calls through an HTTP proxy, by undici. The wire behind the proxy cannot be looked at. */

import { type Answer, type HeaderList, headerOf, type OutgoingRequest } from "../../evidence/exchange.ts";
import { startDeadline } from "../deadline.ts";
import { describeFailure, isUnreadable, tooManyHeaders, tooManyInterims } from "../failure-words.ts";
import { BrokenAnswer, NoAnswer } from "../target.ts";
import { type BodySlot, mostHeaders, mostInterims } from "./body-limits.ts";
import { type ConnectionOptions, createDispatcher, type Dispatcher } from "./dispatcher.ts";
import { readBody } from "./read-body.ts";

export interface ProxiedCalls {
  /** @param target of the request line */
  send(
    request: OutgoingRequest,
    target: string,
    slot: BodySlot,
    connection: string | undefined,
  ): Promise<Answer>;
  keepNone(): void;
  close(): Promise<void>;
}

export function createProxiedCalls(
  origin: string,
  options: ConnectionOptions & { readonly timeoutMs: number; readonly connections: number },
): ProxiedCalls {
  const { timeoutMs, connections } = options;
  // A server may close an idle connection just as a call goes out on it. A safe call is sent again then;
  // a DELETE is not, so each gets a connection of its own: undici takes no pipelining for no keep-alive.
  const [reusing, fresh] = [1, 0].map((pipelining) =>
    createDispatcher({ ...options, connections, pipelining }),
  ) as [Dispatcher, Dispatcher];
  const named = new Map<string, Dispatcher>();
  let keepsNone = false;
  const dispatcherOf = (method: string, connection: string | undefined): Dispatcher => {
    if (keepsNone || connection === "") return fresh;
    if (connection === undefined) return method === "DELETE" ? fresh : reusing;
    const known = named.get(connection);
    if (known) return known;
    const own = createDispatcher({ ...options, connections: 1, pipelining: 1 });
    named.set(connection, own);
    return own;
  };
  return {
    async send(request, target, slot, connection) {
      // One clock for the whole call: a server that dribbles must not hang the run.
      const abort = new AbortController();
      const deadline = startDeadline(timeoutMs, () => abort.abort(new DOMException("", "TimeoutError")));
      let status: number | undefined;
      let interims = 0;
      try {
        const response = await dispatcherOf(request.method, connection).request({
          origin,
          path: target,
          method: request.method,
          headers: request.headers.flat(),
          signal: abort.signal,
          onInfo: () => {
            if (++interims > mostInterims) abort.abort(new Error(tooManyInterims));
          },
        });
        const headers = readHeaders(response.headers);
        if (headers.length > mostHeaders) {
          response.body.dump().catch(() => undefined);
          throw new Error(tooManyHeaders);
        }
        status = response.statusCode;
        const facts = { method: request.method, status, codings: headerOf({ headers }, "content-encoding") };
        return { status, headers, body: await readBody(response.body, facts, slot, deadline) };
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        const failure = describeFailure(error, timeoutMs);
        if (isUnreadable(error, status)) throw new BrokenAnswer(failure);
        throw status === undefined ? new NoAnswer(failure) : new BrokenAnswer(failure, "cut");
      } finally {
        deadline.end();
      }
    },
    keepNone() {
      if (keepsNone) return;
      keepsNone = true;
      for (const dispatcher of [reusing, ...named.values()]) dispatcher.close().catch(() => undefined);
    },
    async close() {
      await Promise.all([reusing, fresh, ...named.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

function readHeaders(headers: Record<string, string | string[] | undefined>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).map((each) => [name.toLowerCase(), each] as const),
  );
}
