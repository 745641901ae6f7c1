/** The API under /v1: authentication first, then the route, then the operation. */

import { ordersPath, versionPrefix } from "../../spec/wire.ts";
import { challenges, refusalMessages, refusalOf } from "./authenticate.ts";
import { cancelOrder } from "./cancel-order.ts";
import { preflightReply, withCors } from "./cors.ts";
import { listOrders } from "./list-orders.ts";
import { emptyReply, errorReply, headerOf, type MockReply, type MockRequest } from "./reply.ts";
import type { World } from "./world.ts";

const listPath = `${versionPrefix}${ordersPath}`;
const orderPrefix = `${listPath}/`;
const petPrefix = `${versionPrefix}/pets/`;

const listMethods = "GET, HEAD, OPTIONS";
const orderMethods = "DELETE, OPTIONS";

/** Answers a request for a path under /v1; the body of an answer to HEAD is left to be dropped. */
export function answerApi(world: World, apiKeys: ReadonlySet<string>, request: MockRequest): MockReply {
  const preflight = preflightReply(request, "GET, HEAD, DELETE, OPTIONS");
  return withCors(preflight ?? answerAuthenticated(world, apiKeys, request), request);
}

function answerAuthenticated(world: World, apiKeys: ReadonlySet<string>, request: MockRequest): MockReply {
  const { errorMediaType, schemeCase } = world.profile;
  const refusal = refusalOf(headerOf(request.headers, "authorization"), apiKeys, schemeCase);
  if (refusal) {
    return errorReply(401, `api_key_${refusal}`, refusalMessages[refusal], errorMediaType, {
      "www-authenticate": challenges[refusal],
    });
  }
  return route(world, request);
}

function route(world: World, { method, target }: MockRequest): MockReply {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? "" : target.slice(mark + 1);

  if (path === listPath) {
    if (method === "GET" || method === "HEAD") return listOrders(world, query);
    return methodNotAllowed(world, method, listMethods);
  }
  if (path.startsWith(orderPrefix)) {
    const segment = path.slice(orderPrefix.length);
    if (segment !== "" && !segment.includes("/")) {
      if (method === "DELETE") return cancelOrder(world, segment);
      return methodNotAllowed(world, method, orderMethods);
    }
  }
  // Section 9, rule 4: deprecated and authenticated is all that is known of it.
  if (path.startsWith(petPrefix) && method === "GET") {
    return errorReply(
      501,
      "not_played",
      "GET /pets/{petId} is deprecated, and its answers are not shown: the mock does not play it.",
      world.profile.errorMediaType,
    );
  }
  return errorReply(
    404,
    "no_such_path",
    `Nothing is served at ${path.slice(0, 80)}. The orders are at ${listPath}.`,
    world.profile.errorMediaType,
  );
}

function methodNotAllowed(world: World, method: string, allow: string): MockReply {
  if (method === "OPTIONS") return emptyReply(204, "methods of this path", { allow });
  return errorReply(
    405,
    "method_not_allowed",
    `${method} is not an operation of this path. It has ${allow}.`,
    world.profile.errorMediaType,
    { allow },
  );
}
