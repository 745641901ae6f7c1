/** The control plane over HTTP, under /_mock. Errors are Error objects, as on the API. */

import { maxSeed } from "../../fixtures/generate-orders.ts";
import { readFixtures } from "../../fixtures/parse-fixtures.ts";
import { BadInput, quoteValue, suggestName } from "../../spec/bad-input.ts";
import {
  controlPaths,
  controlPrefix,
  controlTokenHeader,
  type ProviderStateRequest,
} from "../../spec/control-protocol.ts";
import { formatJson, isJsonObject, type Json, type JsonObject, parseJson } from "../../spec/json.ts";
import { parseProfile } from "../../spec/profile.ts";
import { isInt64 } from "../../spec/wire.ts";
import { preflightReply, withCors } from "../http/cors.ts";
import {
  emptyReply,
  errorReply,
  jsonType,
  type MockReply,
  type MockRequest,
  textReply,
} from "../http/reply.ts";
import { type Control, UnknownOrder } from "./control.ts";
import { type ControlAccess, controlRefusal } from "./guard.ts";
import type { OrderSource } from "./order-source.ts";

type Operation = (control: Control, body: string, orderId: string) => unknown;

const routes: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  [controlPaths.health]: { GET: (control) => control.health() },
  [controlPaths.orders]: { GET: (control) => control.orders() },
  [controlPaths.ship]: { POST: (control, _body, orderId) => control.ship(readOrderId(orderId)) },
  [controlPaths.reset]: { POST: (control, body) => control.reset(readSource(body)) },
  [controlPaths.profile]: {
    GET: (control) => control.profile(),
    PUT: (control, body) => control.setProfile(parseProfile(readBody(body), "the profile")),
  },
  [controlPaths.providerStates]: { POST: (control, body) => control.providerState(readState(body)) },
};

/** Answers a request for a path under /_mock. */
export function answerControl(control: Control, access: ControlAccess, request: MockRequest): MockReply {
  const path = request.target.split("?", 1)[0]!;
  const isPreflight = request.method === "OPTIONS";
  // A preflight never carries the token; the request after it must.
  const refusal = controlRefusal(
    isPreflight && access.token !== undefined
      ? { ...request.headers, [controlTokenHeader]: access.token }
      : request.headers,
    access,
  );
  if (refusal) return errorReply(403, "control_refused", refusal);

  const orderId = /^\/_mock\/orders\/([^/]+)\/ship$/.exec(path)?.[1];
  const methods = routes[orderId === undefined ? path : controlPaths.ship];
  if (!methods || path === controlPaths.ship) {
    const known = Object.keys(routes);
    return withCors(
      errorReply(404, "no_such_path", `There is no ${path.slice(0, 80)}. ${suggestName(path, known)}`),
      request,
    );
  }
  // HEAD is GET without the body (RFC 9110, 9.3.2); tools that wait for a server send it.
  const names = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  const allow = [...names, "OPTIONS"].join(", ");
  const preflight = preflightReply(request, allow);
  if (preflight) return withCors(preflight, request);
  if (request.method === "OPTIONS")
    return withCors(emptyReply(204, "methods of this path", { allow }), request);
  const operation = names.includes(request.method)
    ? methods[request.method === "HEAD" ? "GET" : request.method]
    : undefined;
  if (!operation) {
    return withCors(
      errorReply(405, "method_not_allowed", `${path} has ${allow}, got ${request.method}.`, "json", {
        allow,
      }),
      request,
    );
  }
  return withCors(perform(operation, control, request, orderId ?? ""), request);
}

function perform(operation: Operation, control: Control, request: MockRequest, orderId: string): MockReply {
  try {
    const result = operation(control, request.body ?? "", orderId);
    return textReply(
      200,
      jsonType,
      formatJson(result),
      `control plane: ${request.method} ${request.target.slice(controlPrefix.length + 1)}`,
    );
  } catch (error) {
    if (error instanceof UnknownOrder) return errorReply(404, "order_not_found", error.message);
    if (error instanceof BadInput) return errorReply(400, "bad_request", error.message);
    throw error;
  }
}

function readBody(body: string): Json {
  try {
    return parseJson(body);
  } catch {
    throw new BadInput("Cannot read the request body: it is not JSON. Send a JSON object.");
  }
}

function readObject(body: string, known: readonly string[]): JsonObject {
  const value = readBody(body);
  if (!isJsonObject(value))
    throw new BadInput(`Cannot read the request body: it must be a JSON object, got ${quoteValue(value)}.`);
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new BadInput(`Cannot use ${quoteValue(name)} of the request body. ${suggestName(name, known)}`);
  }
  return value;
}

function readOrderId(segment: string): bigint {
  const id = /^-?\d{1,19}$/.test(segment) ? BigInt(segment) : undefined;
  if (!isInt64(id))
    throw new BadInput(`Cannot ship order ${quoteValue(segment)}: an order id is an int64 in digits.`);
  return id;
}

function readCount(value: Json | undefined, name: string, max: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "bigint" || value < 0n || value > BigInt(max)) {
    throw new BadInput(
      `Cannot use ${name} of the request body: it must be an integer from 0 to ${max}, got ${quoteValue(value)}.`,
    );
  }
  return Number(value);
}

function readSource(body: string): Partial<OrderSource> {
  if (body.trim() === "") return {};
  const value = readObject(body, ["seed", "orders", "fixtures"]);
  const seed = readCount(value.seed, "seed", maxSeed);
  const count = readCount(value.orders, "orders", 1_000_000);
  const { fixtures } = value;
  return {
    ...(seed !== undefined && { seed }),
    ...(count !== undefined && { count }),
    ...(fixtures !== undefined && {
      fixtures: typeof fixtures === "string" ? fixtures : readFixtures(fixtures, "of the request body"),
    }),
  };
}

function readState(body: string): ProviderStateRequest {
  const { state, params, action } = readObject(body, ["state", "params", "action", "consumer"]);
  if (typeof state !== "string")
    throw new BadInput(
      `Cannot use state of the request body: it must be a string, got ${quoteValue(state)}.`,
    );
  if (action !== undefined && action !== "setup" && action !== "teardown") {
    throw new BadInput(
      `Cannot use action of the request body: it must be "setup" or "teardown", got ${quoteValue(action)}.`,
    );
  }
  if (params === undefined || params === null) return { state, action: action ?? "setup" };
  if (!isJsonObject(params))
    throw new BadInput(
      `Cannot use params of the request body: it must be an object, got ${quoteValue(params)}.`,
    );
  const { ids, id } = params;
  if (ids !== undefined && !Array.isArray(ids))
    throw new BadInput(`Cannot use params.ids: it must be an array, got ${quoteValue(ids)}.`);
  const count = readCount(params.count, "params.count", 1000);
  return {
    state,
    action: action ?? "setup",
    params: {
      ...(count !== undefined && { count }),
      ...(ids !== undefined && { ids: ids.map(String) }),
      ...(id !== undefined && { id: String(id) }),
    },
  };
}
