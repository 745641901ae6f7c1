/** GET /store/orders: all orders in one array (section 4.1). */

import type { ApiCall } from "./api-call.ts";
import type { ListBytes } from "./list-bytes.ts";
import { errorReply, jsonType, type MockReply, whyHeader } from "./reply.ts";
import type { World } from "./world.ts";

export function listOrders(world: World, { query }: ApiCall): MockReply {
  if (query !== "" && world.profile.unknownQuery === "refused") {
    return errorReply(
      400,
      "unknown_parameter",
      `The list has no parameters, got ?${query.slice(0, 80)}. Filtering and pagination are unsupported.`,
      world.profile.errorMediaType,
    );
  }
  return listReply(world.listBytes());
}

const replies = new WeakMap<ListBytes, MockReply>();

/** The answer that carries a list; the same object for as long as the list stays the same. */
export function listReply(list: ListBytes): MockReply {
  const kept = replies.get(list);
  if (kept) return kept;
  const why = "all orders (4.1, rule 1)";
  const reply: MockReply = {
    status: 200,
    headers: { "content-type": jsonType, "content-length": String(list.length), [whyHeader]: why },
    body: list.pieces,
    why,
    orders: list.orders,
  };
  replies.set(list, reply);
  return reply;
}
