/** Explains a request that almost matched: its mistake and, the first time in a world, the call that works. */

import { quoteWord } from "../../base/curl.ts";
import { isInt64 } from "../../base/ids.ts";
import { ordersPath, versionPrefix } from "../../spec/wire.ts";
import type { OrderStore } from "../core/order-store.ts";
import { headerOf, type MockRequest } from "./reply.ts";
import type { World } from "./world.ts";

/** The limit from which a double has only every other integer. */
const exactInDoubles = 2 ** 53;
/** The widest gap between doubles up to 2^63. */
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
  // A command over several lines, or a very long one, is not suggested for pasting.
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

/** Explains a path that belongs neither to the API nor to the control plane. */
export function explainPath(world: World, request: MockRequest): string {
  const { method, target } = request;
  const message = `Nothing is served at ${target.slice(0, 80)}.`;
  const path = target.split("?", 1)[0]!;
  if (path !== ordersPath && !path.startsWith(`${ordersPath}/`))
    return `${message} The service's paths begin with ${versionPrefix}, as in ${versionPrefix}${ordersPath}.`;
  const hint = `${message} The path lacks its ${versionPrefix}.`;
  return withRemedy(world, "no prefix", hint, request, { method, target: versionPrefix + target });
}

/** Message and reason for a request whose id a JavaScript number has rounded; undefined for any other id. */
export function explainRoundedId(
  world: World,
  id: bigint,
  message: string,
  request: MockRequest,
): { readonly message: string; readonly why: string } | undefined {
  const meant = unroundedId(world.store, id);
  if (meant === undefined) return undefined;
  const hint = `${message} Order ${meant} can be found: a JavaScript number rounds its id to this one. Keep ids as text or BigInt.`;
  const call = { method: "DELETE", target: `${versionPrefix}${ordersPath}/${meant}` };
  const text = withRemedy(world, "rounded id", hint, request, call);
  return { message: text, why: `order id rounded from ${meant} (4.2)` };
}

const isThere = (store: OrderStore, id: bigint) => (store.find(id)?.status ?? "cancelled") !== "cancelled";

/**
 * An order whose id becomes the given one when JavaScript reads it as a number: with the digits of the double, as by BigInt,
 * or with the fewest digits that identify it, as by String and JSON.
 * @param id may be beyond int64, as rounding can lead there
 */
export function unroundedId(store: OrderStore, id: bigint): bigint | undefined {
  const rounded = Number(id);
  if (Math.abs(rounded) < exactInDoubles || Math.abs(rounded) > 2 ** 63) return undefined;
  const exact = BigInt(rounded);
  if (exact !== id && String(rounded) !== String(id)) return undefined;
  for (let distance = 0n; distance <= widestGap; distance++) {
    const near = [exact - distance, exact + distance].filter((each) => Number(each) === rounded);
    if (near.length === 0) return undefined;
    const found = near.find((each) => each !== id && isInt64(each) && isThere(store, each));
    if (found !== undefined) return found;
  }
  return undefined;
}
