/** The control plane over HTTP, under /_mock. Errors are Error objects, as on the API. */

import { BadInput, suggestName } from "../../base/bad-input.ts";
import { formatJson } from "../../base/json.ts";
import { ControlError, controlPaths, controlPrefix, healthService } from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { anyText, readMembers } from "../core/field.ts";
import { preflightReply, withCors } from "../http/origins.ts";
import {
  emptyReply,
  errorReply,
  jsonType,
  type MockReply,
  type MockRequest,
  textReply,
} from "../http/reply.ts";
import { allowOf } from "../http/router.ts";
import type { Control } from "./control.ts";
import type { ControlOperation } from "./control-operation.ts";
import { controlOperations } from "./control-operations.ts";
import {
  bodyTooLarge,
  type ControlAccess,
  controlRefusal,
  defaultBodyLimit,
  notReady,
  shortBodyLimit,
  tooManyBodies,
} from "./guard.ts";
import { readGiven } from "./read-input.ts";

/** The number of bytes that the body of a request may have; undefined where the control plane reads none. */
export function bodyLimitOf(request: MockRequest, access: ControlAccess | false): number | undefined {
  if (access === false || !request.target.startsWith(controlPrefix)) return undefined;
  const operation = findRoute(pathOf(request.target))?.methods[request.method];
  if (!operation?.body || controlRefusal(request, access) !== undefined) return undefined;
  return maxBodyOf(operation, access);
}

function maxBodyOf({ bodyShare = 0 }: ControlOperation, { bodyLimit = defaultBodyLimit }: ControlAccess) {
  return Math.max(bodyShare * bodyLimit, Math.min(shortBodyLimit, bodyLimit));
}

/** Answers a request for a path under /_mock. */
export function answerControl(control: Control, access: ControlAccess, request: MockRequest): MockReply {
  // A preflight never carries the token; the request after it must.
  const needsNone = request.method === "OPTIONS" && access.token !== undefined;
  const refusal = needsNone ? undefined : controlRefusal(request, access);
  if (refusal)
    return isProbe(request) ? probed(control, request) : errorReply(403, "control_refused", refusal);
  return withCors(answerAllowed(control, access, request), request);
}

function answerAllowed(control: Control, access: ControlAccess, request: MockRequest): MockReply {
  const found = findOperation(request);
  if ("status" in found) return found;
  const { body, bodySize = body?.length ?? 0 } = request;
  const bodyLimit = maxBodyOf(found.operation, access);
  if (found.operation.body) {
    if (bodySize > bodyLimit) return bodyTooLarge(bodyLimit);
    if (bodySize > 0 && body === undefined) return tooManyBodies;
  }
  try {
    return run(found, control, request, bodyLimit);
  } catch (error) {
    if (error instanceof ControlError) return errorReply(error.status, error.code, error.message);
    if (error instanceof BadInput) return errorReply(400, "bad_request", error.message);
    throw error;
  }
}

const pathOf = (target: string) => target.split("?", 1)[0]!;
const queryOf = (target: string) => new URLSearchParams(target.slice(pathOf(target).length));

/**
 * The answer to a health check that may not use the control plane: that the mock answers, without facts about its orders.
 */
const alive = textReply(
  200,
  jsonType,
  formatJson({ service: healthService, version: kitVersion }),
  "control plane",
);

function probed(control: Control, { target }: MockRequest): MockReply {
  const asksReady = queryOf(target).has("ready");
  return asksReady && !control.health().ready ? notReady : alive;
}

const isProbe = ({ method, target }: MockRequest): boolean =>
  (method === "GET" || method === "HEAD") && pathOf(target) === controlPaths.health;

interface FoundOperation {
  readonly operation: ControlOperation;
  readonly segment: string;
}

function findOperation(request: MockRequest): FoundOperation | MockReply {
  const path = pathOf(request.target);
  const found = findRoute(path);
  if (!found) {
    const hint = suggestName(path, Object.keys(controlOperations));
    return errorReply(404, "no_such_path", `There is no ${path.slice(0, 80)}. ${hint}`);
  }
  const { methods, segment } = found;
  const allow = allowOf(Object.keys(methods));
  const preflight = preflightReply(request, allow);
  if (preflight) return preflight;
  if (request.method === "OPTIONS") return emptyReply(204, "methods of this path", { allow });
  // Tools that wait for a server send HEAD.
  const name = request.method === "HEAD" ? "GET" : request.method;
  const operation = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!operation) {
    return errorReply(405, "method_not_allowed", `${path} has ${allow}, got ${request.method}.`, "json", {
      allow,
    });
  }
  return { operation, segment };
}

/** @throws {BadInput} @throws {ControlError} */
function run(
  { operation, segment }: FoundOperation,
  start: Control,
  request: MockRequest,
  bodyLimit: number,
): MockReply {
  const { world, ...query } = readParameters(queryOf(request.target), operation);
  const answer = operation.run({
    start,
    // A world is made at its first use.
    get control() {
      return world === undefined || world === "*" ? start : start.world(world);
    },
    world,
    request,
    given: () => readGiven(request.body ?? "", bodyLimit),
    segment,
    query,
  });
  return isReply(answer) ? answer : textReply(200, jsonType, formatJson(answer), "control plane");
}

/**
 * A parameter that the operation lacks is refused, since a mistyped name would change nothing. Health is asked by any tool.
 * @throws {BadInput}
 */
function readParameters(given: URLSearchParams, { path, query }: ControlOperation) {
  const known = { world: anyText, ...query };
  const used = [...given].filter(([name]) => path !== controlPaths.health || Object.hasOwn(known, name));
  const [twice] = used.find(([name], index) => used.findIndex(([other]) => other === name) < index) ?? [];
  if (twice !== undefined) throw new BadInput(`Cannot use ?${twice}: it is given twice. Give it once.`);
  return readMembers(Object.fromEntries(used), known, `the query of ${path}`, "?");
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
