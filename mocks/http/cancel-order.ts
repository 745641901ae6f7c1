/** DELETE /store/orders/{orderId}: cancels a pending order, and nothing else (sections 3 and 4.2). */

import type { AnswerTo, Profile } from "../../spec/open-questions.ts";
import { ordersPath, versionPrefix } from "../../spec/wire.ts";
import { unroundedId, withRemedy } from "./near-miss.ts";
import { emptyReply, errorReply, jsonType, type MockReply, type MockRequest, textReply } from "./reply.ts";
import type { ApiCall, World } from "./world.ts";

export function cancelOrder(world: World, { request, match, orderId: id = "malformed" }: ApiCall): MockReply {
  const { profile, store } = world;
  if (typeof id === "string") return refuseId(match?.parameter ?? "", id, profile);

  const before = store.cancel(id);
  if (before === "pending") return emptyReply(204, `order ${id} cancelled (3, rule 1)`);
  if (before === undefined) return notFound(world, id, request);
  if (before === "shipped") {
    return conflict(
      `Order ${id} has already shipped and cannot be cancelled.`,
      "order_shipped",
      profile,
      `order ${id} has shipped (3, rule 2)`,
    );
  }
  return repeatedCancels[profile.repeatedCancel](id, profile);
}

function notFound(world: World, id: bigint, request: MockRequest): MockReply {
  const { errorMediaType } = world.profile;
  const message = `Order ${id} cannot be found.`;
  const meant = unroundedId(world.store, id);
  if (meant === undefined) {
    return errorReply(404, "order_not_found", message, errorMediaType, {}, `${message} (4.2)`);
  }
  const hint = `${message} Order ${meant} can: a JavaScript number rounds its id to this one. Keep ids as text or BigInt.`;
  const call = { method: "DELETE", target: `${versionPrefix}${ordersPath}/${meant}` };
  const text = withRemedy(world, "rounded id", hint, request, call);
  return errorReply(404, "order_not_found", text, errorMediaType, {}, `order id rounded from ${meant} (4.2)`);
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
      {},
      `order ${id} is cancelled already (3, rule 1)`,
    ),
  "409": (id, profile) =>
    conflict(
      `Order ${id} is cancelled already and cannot be cancelled again.`,
      "order_cancelled",
      profile,
      `order ${id} is cancelled already (3, rule 1)`,
    ),
};

const conflictBodies: Readonly<
  Record<
    AnswerTo<"conflictBody">,
    (message: string, code: string, profile: Profile, why: string) => MockReply
  >
> = {
  none: (_message, _code, _profile, why) => emptyReply(409, why),
  error: (message, code, profile, why) => errorReply(409, code, message, profile.errorMediaType, {}, why),
  json: (message, _code, _profile, why) => textReply(409, jsonType, JSON.stringify({ reason: message }), why),
  text: (message, _code, _profile, why) => textReply(409, "text/plain; charset=utf-8", message, why),
};

/** A 409 as the profile shows it; the document leaves its body open (section 7, rule 3). */
export function conflict(message: string, code: string, profile: Profile, why: string): MockReply {
  return conflictBodies[profile.conflictBody](message, code, profile, why);
}
