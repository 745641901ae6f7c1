/** The control plane over HTTP, under /_mock. Errors are Error objects, as on the API. */

import { BadInput, suggestName } from "../../base/bad-input.ts";
import { formatJson } from "../../base/json.ts";
import { controlPaths, controlTokenHeader, healthService } from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { preflightReply, withCors } from "../http/cors.ts";
import {
  emptyReply,
  errorReply,
  headerOf,
  jsonType,
  type MockReply,
  type MockRequest,
  textReply,
} from "../http/reply.ts";
import { type Control, NotThere } from "./control.ts";
import { controlOpenapi } from "./control-openapi.ts";
import { controlOperations } from "./control-operations.ts";
import { bodyTooLarge, type ControlAccess, controlRefusal, usualBodyLimit } from "./guard.ts";

/** Answers a request for a path under /_mock. */
export function answerControl(control: Control, access: ControlAccess, request: MockRequest): MockReply {
  const isPreflight = request.method === "OPTIONS";
  // A preflight never carries the token; the request after it must.
  const refusal = controlRefusal(
    isPreflight && access.token !== undefined
      ? { ...request.headers, [controlTokenHeader]: access.token }
      : request.headers,
    access,
  );
  if (refusal)
    return !access.loopback && isProbe(request) ? alive : errorReply(403, "control_refused", refusal);
  const { bodyLimit = usualBodyLimit } = access;
  const reply =
    request.body !== undefined && request.body.length > bodyLimit
      ? bodyTooLarge(bodyLimit)
      : answerAllowed(control, request);
  return withCors(reply, request);
}

/** What a container's health check or a load balancer gets without a token: that the mock is there, and no more. */
const alive = textReply(
  200,
  jsonType,
  formatJson({ service: healthService, version: kitVersion }),
  "control plane",
);

function isProbe({ method, target, headers }: MockRequest): boolean {
  const isFromPage = (["origin", "sec-fetch-site"] as const).some(
    (name) => headerOf(headers, name) !== undefined,
  );
  return (
    (method === "GET" || method === "HEAD") && target.split("?", 1)[0] === controlPaths.health && !isFromPage
  );
}

function answerAllowed(control: Control, request: MockRequest): MockReply {
  const mark = request.target.indexOf("?");
  const path = mark < 0 ? request.target : request.target.slice(0, mark);
  const found = findRoute(path);
  if (!found) {
    const hint = suggestName(path, Object.keys(controlOperations));
    return errorReply(404, "no_such_path", `There is no ${path.slice(0, 80)}. ${hint}`);
  }
  const { methods, segment } = found;
  // HEAD is GET without the body (RFC 9110, 9.3.2); tools that wait for a server send it.
  const names = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  const allow = [...names, "OPTIONS"].join(", ");
  const preflight = preflightReply(request, allow);
  if (preflight) return preflight;
  if (request.method === "OPTIONS") return emptyReply(204, "methods of this path", { allow });
  const operation = names.includes(request.method)
    ? methods[request.method === "HEAD" ? "GET" : request.method]
    : undefined;
  if (!operation) {
    return errorReply(405, "method_not_allowed", `${path} has ${allow}, got ${request.method}.`, "json", {
      allow,
    });
  }
  try {
    const query = new URLSearchParams(mark < 0 ? "" : request.target.slice(mark + 1));
    const world = query.get("world");
    const everyWorld = world === "*";
    const answer = operation.run({
      start: control,
      control: world === null || everyWorld ? control : control.world(world),
      everyWorld,
      body: request.body ?? "",
      segment,
      query,
      lastEventId: headerOf(request.headers, "last-event-id"),
      openapi: () => controlOpenapi(controlOperations),
    });
    return isReply(answer) ? answer : textReply(200, jsonType, formatJson(answer), "control plane");
  } catch (error) {
    if (error instanceof NotThere) return errorReply(404, error.code, error.message);
    if (error instanceof BadInput) return errorReply(400, "bad_request", error.message);
    throw error;
  }
}

function isReply(answer: unknown): answer is MockReply {
  return typeof answer === "object" && answer !== null && "why" in answer && "headers" in answer;
}

/** Templates with a part to fill in, as patterns. */
const templates = Object.keys(controlOperations)
  .filter((path) => path.includes("{"))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/, "([^/]+)")}$`) }));

function findRoute(path: string) {
  const methods =
    path.includes("{") || !Object.hasOwn(controlOperations, path) ? undefined : controlOperations[path];
  if (methods) return { methods, segment: "" };
  for (const template of templates) {
    const segment = template.pattern.exec(path)?.[1];
    if (segment !== undefined) return { methods: controlOperations[template.path]!, segment };
  }
  return undefined;
}
