/** The API under /v1: authentication first, then the route, then the operation. */

import type { AnswerTo } from "../../spec/open-questions.ts";
import { ordersPath, versionPrefix } from "../../spec/wire.ts";
import { admit, challenges, type Refusal, refusalMessages } from "./authenticate.ts";
import { cancelOrder } from "./cancel-order.ts";
import { preflightReply, withCors } from "./cors.ts";
import { listOrders } from "./list-orders.ts";
import { withRemedy } from "./near-miss.ts";
import { emptyReply, errorReply, headerOf, type MockReply, type MockRequest } from "./reply.ts";
import type { World } from "./world.ts";

const listPath = `${versionPrefix}${ordersPath}`;
const orderPrefix = `${listPath}/`;
const petPrefix = `${versionPrefix}/pets/`;

const listMethods = "GET, HEAD, OPTIONS";
const orderMethods = "DELETE, OPTIONS";

/** What the API needs of the mock around it. */
export interface ApiContext<W extends World> {
  readonly apiKeys: ReadonlySet<string>;
  /** A key as messages may show it. */
  readonly shownKey: string;
  /** The world of a key without a name. */
  readonly startWorld: W;
  /** The world of that name, made at first use; undefined when there are too many. */
  openWorld(name: string): W | undefined;
  /** Answers in the world, with whatever faults and preferences there are. */
  play(world: W, request: MockRequest, answer: () => MockReply): MockReply;
  /** Whether `play` could change anything; asked before it is called, for speed. */
  isPlaying(world: W, request: MockRequest): boolean;
  /** Told of each answer. */
  record(world: W, request: MockRequest, reply: MockReply): void;
}

/** Answers a request for a path under /v1; the body of an answer to HEAD is left to be dropped. */
export function answerApi<W extends World>(context: ApiContext<W>, request: MockRequest): MockReply {
  const preflight = preflightReply(request, "GET, HEAD, DELETE, OPTIONS");
  if (preflight) return withCors(preflight, request);

  const admission = admit(headerOf(request.headers, "authorization"), context.apiKeys);
  let world: W | undefined = context.startWorld;
  let reply: MockReply;
  if ("refusal" in admission) {
    reply = refuse(context, world, request, admission.refusal);
  } else {
    world = context.openWorld(admission.world);
    if (!world) return withCors(tooManyWorlds, request);
    const { scheme } = admission;
    if (world.profile.schemeCase === "exact" && scheme !== "Bearer") {
      reply = refuse(context, world, request, "missing");
    } else {
      reply = answerIn(context, world, request);
    }
  }
  reply = withCors(reply, request);
  context.record(world, request, reply);
  return reply;
}

const tooManyWorlds = errorReply(
  503,
  "too_many_worlds",
  "There are too many worlds. Drop some: DELETE /_mock/worlds?idle=60 drops those idle for a minute.",
);

function refuse<W extends World>(
  { shownKey }: ApiContext<W>,
  world: W,
  request: MockRequest,
  refusal: Refusal,
): MockReply {
  const { errorMediaType } = world.profile;
  if (refusal !== "scheme") return usualRefusals[errorMediaType][refusal];
  const message = refusalMessages.scheme;
  const text = withRemedy(world, refusal, message, request, request, shownKey);
  return refusalReply(refusal, errorMediaType, text);
}

function refusalReply(
  refusal: Refusal,
  mediaType: AnswerTo<"errorMediaType">,
  text = refusalMessages[refusal],
): MockReply {
  const code = `api_key_${refusal === "invalid" || refusal === "world" ? "invalid" : "missing"}`;
  const headers = { "www-authenticate": challenges[refusal] };
  return errorReply(401, code, text, mediaType, headers, `${refusalMessages[refusal]} (5, rule 1)`);
}

/** Those that are the same each time, made once. */
const usualRefusals = {
  json: refusalsOf("json"),
  problem: refusalsOf("problem"),
};

function refusalsOf(
  mediaType: AnswerTo<"errorMediaType">,
): Readonly<Record<Exclude<Refusal, "scheme">, MockReply>> {
  return {
    missing: refusalReply("missing", mediaType),
    invalid: refusalReply("invalid", mediaType),
    world: refusalReply("world", mediaType),
  };
}

function answerIn<W extends World>(context: ApiContext<W>, world: W, request: MockRequest): MockReply {
  if (!context.isPlaying(world, request)) return route(world, request, context.shownKey);
  return context.play(world, request, () => route(world, request, context.shownKey));
}

export type Operation = "listOrders" | "cancelOrder";

/** Which operation a request asks for, and of a cancel the order's id as it stands in the path. */
export function operationOf({ method, target }: MockRequest): {
  readonly operation: Operation | undefined;
  readonly segment?: string;
} {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  if (path === listPath && (method === "GET" || method === "HEAD")) return { operation: "listOrders" };
  const segment = path.startsWith(orderPrefix) ? path.slice(orderPrefix.length) : "";
  if (method !== "DELETE" || segment === "" || segment.includes("/")) return { operation: undefined };
  return { operation: "cancelOrder", segment };
}

function route(world: World, request: MockRequest, shownKey: string): MockReply {
  const { method, target } = request;
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
      if (method === "DELETE") return cancelOrder(world, segment, request, shownKey);
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
