/** What a request that just missed is told: what was wrong and, the first time in a world, the call that works. */

import { quoteWord } from "../../base/curl.ts";
import { ordersPath, versionPrefix } from "../../spec/wire.ts";
import type { OrderStore } from "../core/order-store.ts";
import { headerOf, type MockRequest } from "./reply.ts";
import type { World } from "./world.ts";

/** From here on a double holds only every other integer. */
const exactInDoubles = 2n ** 53n;
/** Half of the widest gap between doubles below 2^63. */
const widestGap = 1024n;

/** The message with the curl that works, unless this world has shown it before. */
export function withRemedy(
  world: World,
  kind: string,
  message: string,
  request: MockRequest,
  call: { readonly method: string; readonly target: string },
): string {
  world.shownRemedies ??= new Set();
  // A command over several lines, or a very long one, is not to be pasted.
  if (world.shownRemedies.has(kind) || !/^[\x20-\x7e]{1,200}$/.test(call.method + call.target))
    return message;
  world.shownRemedies.add(kind);
  const host = headerOf(request.headers, "host");
  const url =
    host !== undefined && /^[\w.:[\]-]{1,80}$/.test(host)
      ? quoteWord(`http${request.secure ? "s" : ""}://${host}${call.target}`)
      : `"$ORIGIN"${quoteWord(call.target)}`;
  const method = call.method === "GET" ? "" : `-X ${quoteWord(call.method)} `;
  return `${message} Try: curl ${method}-H "Authorization: Bearer ${world.shownKey}" ${url}`;
}

/** What a path is told that is neither the API's nor the control plane's. */
export function explainPath(world: World, request: MockRequest): string {
  const { method, target } = request;
  const message = `Nothing is served at ${target.slice(0, 80)}.`;
  const path = target.split("?", 1)[0]!;
  if (path !== ordersPath && !path.startsWith(`${ordersPath}/`))
    return `${message} The service's paths begin with ${versionPrefix}, as in ${versionPrefix}${ordersPath}.`;
  const hint = `${message} The path lacks its ${versionPrefix}.`;
  return withRemedy(world, "no prefix", hint, request, { method, target: versionPrefix + target });
}

/** An order whose id JavaScript would print as the given one, when read as a number. */
export function unroundedId(store: OrderStore, id: bigint): bigint | undefined {
  const size = id < 0n ? -id : id;
  const rounded = Number(id);
  if (size < exactInDoubles || BigInt(rounded) !== id) return undefined;
  for (const step of [-1n, 1n]) {
    const end = id + step * widestGap;
    for (let near = id + step; near !== end && Number(near) === rounded; near += step) {
      if (store.find(near)) return near;
    }
  }
  return undefined;
}
