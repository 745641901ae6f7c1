/** Finds the operation that answers a request's path, and the id in it (section 4.2). */

import { percentDecoded } from "../../base/escapes.ts";
import { parseId } from "../../base/ids.ts";
import type { AnswerTo, Profile } from "../../spec/open-questions.ts";
import { matchPath, type OperationId, operations, ordersPath, versionPrefix } from "../../spec/wire.ts";
import { cancelOrder } from "./cancel-order.ts";
import { listOrders } from "./list-orders.ts";
import { emptyReply, errorReply, type MockReply, type MockRequest } from "./reply.ts";
import type { ApiCall, OrderIdReading, World } from "./world.ts";

type Play = (world: World, call: ApiCall) => MockReply;

/** The handlers of all operations: a missing one does not compile. */
const plays: Readonly<Record<OperationId, Play>> = { listOrders, cancelOrder };

/** Methods as `Allow` has them. HEAD is GET without the body (RFC 9110, 9.3.2). */
export function allowOf(methods: Iterable<string>): string {
  const names = [...new Set(methods)].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...names, "OPTIONS"].join(", ");
}

export const apiMethods = allowOf(Object.values(operations).map(({ method }) => method));

export function readCall(request: MockRequest, profile: Profile): ApiCall {
  const { method, target } = request;
  const mark = target.indexOf("?");
  const written = target.slice(versionPrefix.length, mark < 0 ? undefined : mark);
  const path = profile.trailingSlash === "same" ? withoutSlash(written) : written;
  const match = matchPath(path);
  return {
    request,
    path,
    query: mark < 0 ? "" : target.slice(mark + 1),
    match,
    orderId: match?.parameter ? readOrderId(match.parameter, profile) : undefined,
    operation: match?.operations.get(method === "HEAD" ? "GET" : method),
  };
}

const withoutSlash = (path: string) => (path.endsWith("/") ? path.slice(0, -1) : path);

const canonical = /^(?:0|-?[1-9]\d*)$/;
const padded = /^-?0\d+$/;

type IdAnswers = Pick<Profile, "paddedId" | "idSpelling">;

/** The part of an id's text that is read as the number, before its digits are checked. */
const readText: Readonly<Record<AnswerTo<"idSpelling">, (segment: string) => string>> = {
  plain: (segment) => segment,
  encoded: percentDecoded,
  lenient: (segment) =>
    /^\s*\+?(-?\d+)(?:\.0*)?(?:e0)?\s*$/.exec(percentDecoded(segment))?.[1] ?? percentDecoded(segment),
};

export function readOrderId(segment: string, { paddedId, idSpelling }: IdAnswers): OrderIdReading {
  const text = canonical.test(segment) ? segment : readText[idSpelling](segment);
  const isPadded = padded.test(text);
  if (!canonical.test(text) && !(isPadded && paddedId === "same")) return "malformed";
  return parseId(isPadded ? text.replace(/^(-?)0+(?=\d)/, "$1") : text) ?? "outOfRange";
}

export const answerCall: Play = (world, call) => {
  if (call.operation) return plays[call.operation](world, call);
  const { method } = call.request;
  const { errorMediaType } = world.profile;
  if (call.match) {
    const allow = allowOf(call.match.operations.keys());
    if (method === "OPTIONS") return emptyReply(204, "methods of this path", { allow });
    const message = `${method} is not an operation of this path. It has ${allow}.`;
    return errorReply(405, "method_not_allowed", message, errorMediaType, { allow });
  }
  // Section 9, rule 4: it is only known that it is deprecated and needs the key.
  if (method === "GET" && call.path.startsWith("/pets/")) {
    const message =
      "GET /pets/{petId} is deprecated, and its answers are not shown: the mock does not play it.";
    return errorReply(501, "not_played", message, errorMediaType);
  }
  if (world.profile.trailingSlash === "redirected" && matchPath(withoutSlash(call.path))) {
    const location = versionPrefix + withoutSlash(call.path);
    return emptyReply(308, "the path without the slash", { location });
  }
  const shown = (versionPrefix + call.path).slice(0, 80);
  const message = `Nothing is served at ${shown}. The orders are at ${versionPrefix}${ordersPath}.`;
  return errorReply(404, "no_such_path", message, errorMediaType);
};
