/** The stage scenes are played on: their calls, as requests with or without the key. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import type { Cast } from "../history/cast.ts";
import type { Exchange, HeaderList } from "../history/exchange.ts";
import type { Transport } from "../targets/transport.ts";
import type { CallOptions, Credential, Stage } from "./scene.ts";

export interface StageOptions {
  readonly transport: Transport;
  readonly apiKey: string;
  readonly cast: Cast;
  /** Headers of the user's own, sent with each call. */
  readonly headers?: HeaderList;
  /** Ids that the list shows: no made-up id may be one of them. */
  readonly listedIds: ReadonlySet<bigint>;
}

export function createStage({ transport, apiKey, cast, headers = [], listedIds }: StageOptions): Stage {
  const usedIds = new Set<bigint>();
  const call = (method: string, path: string, options: CallOptions = {}): Promise<Exchange> => {
    const { as = "key", headers: own = [], ...settings } = options;
    const shared: HeaderList = [...authorization(as, apiKey), ["accept", "application/json"], ...headers];
    return transport.send({ method, path, headers: [...shared, ...own] }, settings);
  };
  return {
    // A scene runs only once the parts it needs are cast.
    cast: cast as Stage["cast"],
    apiKey,
    call,
    list: (options) => call("GET", ordersPath, options),
    cancel: (id, options) => call("DELETE", orderPath(id), options),
    attempt: (id, options) => call("DELETE", orderPath(id), { repeatable: true, ...options }),
    unusedId(above) {
      for (;;) {
        const id = above + randomBelow(2n ** 20n);
        if (listedIds.has(id) || usedIds.has(id)) continue;
        usedIds.add(id);
        return id;
      }
    },
  };
}

export function authorization(as: Credential, apiKey: string): HeaderList {
  if (as === "none") return [];
  return [["authorization", as === "key" ? `Bearer ${apiKey}` : as.authorization]];
}

function randomBelow(limit: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % limit;
}
