/** GET /store/orders: all orders in one array (section 4.1). */

import { errorReply, jsonType, type MockReply } from "./reply.ts";
import type { World } from "./world.ts";

export function listOrders(world: World, query: string): MockReply {
  if (query !== "" && world.profile.unknownQuery === "refused") {
    return errorReply(
      400,
      "unknown_parameter",
      `The list has no parameters, got ?${query.slice(0, 80)}. Filtering and pagination are unsupported.`,
      world.profile.errorMediaType,
    );
  }
  const { pieces, length } = world.listBytes();
  return {
    status: 200,
    headers: { "content-type": jsonType, "content-length": String(length) },
    body: pieces,
    why: "all orders",
  };
}
