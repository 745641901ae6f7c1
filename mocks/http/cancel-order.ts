/** DELETE /store/orders/{orderId}: cancels only a pending order (sections 3 and 4.2). */

import type { Profile } from "../../spec/open-questions.ts";
import { ordersPath, versionPrefix } from "../../spec/wire.ts";
import type { OrderStore } from "../core/order-store.ts";
import { withRemedy } from "./near-miss.ts";
import { emptyReply, errorReply, jsonType, type MockReply, type MockRequest, textReply } from "./reply.ts";
import type { ApiCall, World } from "./world.ts";

export function cancelOrder(world: World, { request, match, orderId: id = "malformed" }: ApiCall): MockReply {
  const { profile, store } = world;
  if (typeof id === "string") return refuseId(world, match?.parameter ?? "", id, request);

  const before = store.cancel(id);
  if (before === "pending") return emptyReply(204, `order ${id} cancelled (3, rule 1)`);
  if (before === undefined) return notFound(world, id, request);
  if (before === "cancelled") return repeatedCancel(id, profile);
  const message = `Order ${id} has already shipped and cannot be cancelled.`;
  return conflict(message, "order_shipped", profile, `order ${id} has shipped (3, rule 2)`);
}

function notFound(world: World, id: bigint, request: MockRequest): MockReply {
  const { errorMediaType } = world.profile;
  const message = `Order ${id} cannot be found.`;
  const shown = explainRoundedId(world, id, message, request) ?? { message, why: `${message} (4.2)` };
  return errorReply(404, "order_not_found", shown.message, errorMediaType, {}, shown.why);
}

/** The answer to an id that is not an int64, which is not shown; the profile decides. */
function refuseId(
  world: World,
  segment: string,
  kind: "malformed" | "outOfRange",
  request: MockRequest,
): MockReply {
  const { profile } = world;
  const status = Number(kind === "malformed" ? profile.malformedId : profile.outOfRangeId);
  const message = `An order id is an int64 in plain digits, got ${segment.slice(0, 80)}.`;
  const allow: Record<string, string> = status === 405 ? { allow: "" } : {};
  // Rounding can lead beyond int64.
  const rounded = /^-?\d{1,19}$/.test(segment) && explainRoundedId(world, BigInt(segment), message, request);
  const { message: text, why } = rounded || { message, why: message };
  return errorReply(status, "malformed_order_id", text, profile.errorMediaType, allow, why);
}

/** The answer to a further cancel of a cancelled order; the document leaves it open (section 3, rule 1). */
function repeatedCancel(id: bigint, profile: Profile): MockReply {
  const why = `order ${id} is cancelled already (3, rule 1)`;
  switch (profile.repeatedCancel) {
    case "404": {
      const message = `Order ${id} cannot be found: it is cancelled.`;
      return errorReply(404, "order_not_found", message, profile.errorMediaType, {}, why);
    }
    case "409": {
      const message = `Order ${id} is cancelled already and cannot be cancelled again.`;
      return conflict(message, "order_cancelled", profile, why);
    }
  }
}

/** A 409 with the profile's body; the document leaves it open (section 7, rule 3). */
export function conflict(message: string, code: string, profile: Profile, why: string): MockReply {
  switch (profile.conflictBody) {
    case "none":
      return emptyReply(409, why);
    case "error":
      return errorReply(409, code, message, profile.errorMediaType, {}, why);
    case "json":
      return textReply(409, jsonType, JSON.stringify({ reason: message }), why);
    case "text":
      return textReply(409, "text/plain; charset=utf-8", message, why);
  }
}

/** Message and reason for a request whose id a JavaScript number has rounded; undefined for any other id. */
function explainRoundedId(
  world: World,
  id: bigint,
  message: string,
  request: MockRequest,
): { readonly message: string; readonly why: string } | undefined {
  const meant = findRounded(world.store, id);
  if (meant === undefined) return undefined;
  const hint = `${message} Order ${meant} can be found: a JavaScript number rounds its id to this one. Keep ids as text or BigInt.`;
  const call = { method: "DELETE", target: `${versionPrefix}${ordersPath}/${meant}` };
  return { message: withRemedy(world, hint, request, call), why: `order id rounded from ${meant} (4.2)` };
}

/** Doubles up to 2^63 are at most 1024 apart, so that no integer is further than this from the one it is rounded to. */
const maxRounding = 512n;

/**
 * The order whose id JavaScript writes as the given one after reading it as a number: with all digits, as BigInt does, or
 * with the fewest that identify the number, as String and JSON do.
 */
function findRounded(store: OrderStore, id: bigint): bigint | undefined {
  const number = Number(id);
  if (Math.abs(number) < 2 ** 53) return undefined;
  if (BigInt(number) !== id && String(number) !== String(id)) return undefined;
  const last = BigInt(number) + maxRounding;
  for (let meant = BigInt(number) - maxRounding; meant <= last; meant++) {
    const order = Number(meant) === number && meant !== id ? store.find(meant) : undefined;
    if (order && order.status !== "cancelled") return meant;
  }
  return undefined;
}
