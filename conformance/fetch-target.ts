/** A target reached through a fetch function: a door in process, an intercepted fetch, a browser's own. */

import type { Answer, HeaderList, OutgoingRequest } from "./exchange.ts";
import { NoAnswer, type Target } from "./target.ts";

export interface FetchTargetOptions extends Pick<Target, "baseUrl" | "apiKey" | "arrange"> {
  /** Default: the global fetch at the time of the call. */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>;
  /** Default: 5000. */
  readonly timeoutMs?: number;
}

/** Note that fetch hides bytes behind a 204: only a target with a socket finds them. */
export function createFetchTarget(options: FetchTargetOptions): Target {
  const { baseUrl, apiKey, arrange, timeoutMs = 5000 } = options;
  const base = baseUrl.replace(/\/+$/, "");
  return {
    baseUrl: base,
    apiKey,
    arrange,
    async send({ method, path, headers }: OutgoingRequest): Promise<Answer> {
      const call = options.fetch ?? globalThis.fetch;
      try {
        const response = await call(base + path, {
          method,
          headers: headers.map(([name, value]) => [name, value]),
          redirect: "manual",
          cache: "no-store",
          signal: AbortSignal.timeout(timeoutMs),
        });
        return {
          status: response.status,
          headers: [...(response.headers as unknown as Iterable<[string, string]>)] as HeaderList,
          body: new Uint8Array(await response.arrayBuffer()),
        };
      } catch (error) {
        const { name, message } = error as Error;
        throw new NoAnswer(name === "TimeoutError" ? `timeout after ${timeoutMs} ms` : message);
      }
    },
  };
}
