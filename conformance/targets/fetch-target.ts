/** A target reached through a fetch function: a function in process, an intercepted fetch, a browser's own. */

import type { Answer, HeaderList, OutgoingRequest } from "../evidence/exchange.ts";
import { startDeadline } from "./deadline.ts";
import { describeFailure } from "./failure-words.ts";
import { checkTargetOptions, NoAnswer, type Target } from "./target.ts";

export type { Arrangement, Target } from "./target.ts";

export interface FetchTargetOptions extends Pick<Target, "baseUrl" | "apiKey" | "arrange"> {
  /** Default: the global fetch at the time of the call. */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>;
  /** Default: 5000. */
  readonly timeoutMs?: number | undefined;
}

/** A target over `fetch`, which hides bytes after a 204: only a target with a socket finds them. */
export function createFetchTarget(options: FetchTargetOptions): Target {
  const { baseUrl, apiKey, arrange, timeoutMs = 5000 } = options;
  checkTargetOptions(options, ["baseUrl", "apiKey", "arrange", "fetch", "timeoutMs"]);
  const base = baseUrl.replace(/\/+$/, "");
  return {
    baseUrl: base,
    apiKey,
    arrange,
    async send({ method, path, headers }: OutgoingRequest): Promise<Answer> {
      const call = options.fetch ?? globalThis.fetch;
      const abort = new AbortController();
      // A function in process may ignore the signal, and must not hang the run.
      const { promise: late, reject } = Promise.withResolvers<never>();
      const deadline = startDeadline(timeoutMs, () => {
        const reason = new DOMException("", "TimeoutError");
        abort.abort(reason);
        reject(reason);
      });
      const ask = async (): Promise<Answer> => {
        const response = await call(base + path, {
          method,
          headers: headers.map(([name, value]): [string, string] => [name, value]),
          redirect: "manual",
          cache: "no-store",
          signal: abort.signal,
        });
        return {
          status: response.status,
          headers: [...(response.headers as unknown as Iterable<[string, string]>)] as HeaderList,
          body: new Uint8Array(await response.arrayBuffer()),
          hidesStray: true,
        };
      };
      try {
        return await Promise.race([ask(), late]);
      } catch (error) {
        throw new NoAnswer(describeFailure(error, timeoutMs));
      } finally {
        deadline.end();
      }
    },
  };
}
