/** DELETE /store/orders/{orderId}: cancels a pending order, and nothing else (sections 3 and 4.2). */

import type { AnswerTo, Profile } from "../../spec/open-questions.ts";
import { readOrderId } from "./order-id.ts";
import { emptyReply, errorReply, jsonType, type MockReply, textReply } from "./reply.ts";
import type { World } from "./world.ts";

export function cancelOrder(world: World, segment: string): MockReply {
  const { profile, store } = world;
  const reading = readOrderId(segment, profile.paddedId);
  if (reading.kind !== "id") return refuseId(segment, reading.kind, profile);

  const { id } = reading;
  const { outcome, before } = store.cancel(id);
  if (outcome === "done") return emptyReply(204, `order ${id} cancelled`);
  if (outcome === "unknown") {
    return errorReply(404, "order_not_found", `Order ${id} cannot be found.`, profile.errorMediaType);
  }
  if (before === "shipped") {
    return conflict(`Order ${id} has already shipped and cannot be cancelled.`, "order_shipped", profile);
  }
  return repeatedCancels[profile.repeatedCancel](id, profile);
}

/** What an id that is no int64 gets is not shown; the profile has a say. */
function refuseId(segment: string, kind: "malformed" | "outOfRange", profile: Profile): MockReply {
  const status = Number(kind === "malformed" ? profile.malformedId : profile.outOfRangeId);
  const message = `An order id is an int64 in plain digits, got ${segment.slice(0, 80)}.`;
  const allow: Record<string, string> = status === 405 ? { allow: "" } : {};
  return errorReply(status, "malformed_order_id", message, profile.errorMediaType, allow);
}

const repeatedCancels: Readonly<
  Record<AnswerTo<"repeatedCancel">, (id: bigint, profile: Profile) => MockReply>
> = {
  "404": (id, profile) =>
    errorReply(
      404,
      "order_not_found",
      `Order ${id} cannot be found: it is cancelled.`,
      profile.errorMediaType,
    ),
  "409": (id, profile) =>
    conflict(`Order ${id} is cancelled already and cannot be cancelled again.`, "order_cancelled", profile),
};

const conflictBodies: Readonly<
  Record<AnswerTo<"conflictBody">, (message: string, code: string, profile: Profile) => MockReply>
> = {
  none: (message) => emptyReply(409, message),
  error: (message, code, profile) => errorReply(409, code, message, profile.errorMediaType),
  json: (message) => textReply(409, jsonType, JSON.stringify({ reason: message }), message),
  text: (message) => textReply(409, "text/plain; charset=utf-8", message, message),
};

function conflict(message: string, code: string, profile: Profile): MockReply {
  return conflictBodies[profile.conflictBody](message, code, profile);
}
