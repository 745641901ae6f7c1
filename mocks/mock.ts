/** The mock: the only place where its parts are joined. */

import type { FixtureOrder } from "../fixtures/fixture-order.ts";
import { controlPrefix } from "../spec/control-protocol.ts";
import { kitVersion } from "../spec/kit-version.ts";
import type { Profile } from "../spec/open-questions.ts";
import { parseProfile } from "../spec/profile.ts";
import { ordersPath, versionPrefix } from "../spec/wire.ts";
import { type Control, createControl } from "./control/control.ts";
import { answerControl } from "./control/control-api.ts";
import type { ControlAccess } from "./control/guard.ts";
import { ordersFrom, usualSource } from "./control/order-source.ts";
import { createOrderBase } from "./core/order-store.ts";
import { errorReply, type MockReply, type MockRequest, withoutBody } from "./http/reply.ts";
import { answerApi } from "./http/store-orders-api.ts";
import { createWorld } from "./http/world.ts";

export const defaultApiKey = "mock-key";

export interface MockOptions {
  /** Keys that let a request in. Default: `mock-key`. */
  readonly apiKeys?: readonly string[];
  /** How many orders to generate. Default: 25. */
  readonly orders?: number;
  /** Seed of the generated orders. Default: 1. */
  readonly seed?: number;
  /** Orders to start from instead, or a scenario's name. */
  readonly fixtures?: readonly FixtureOrder[] | string;
  /** Answers to the open questions; those left out are the default profile's. */
  readonly profile?: Partial<Profile>;
  /** Who may use the control plane through `handle`; false closes it. Default: this machine only. */
  readonly controlAccess?: ControlAccess | false;
}

export interface Mock {
  /** Answers one request. Never throws: a fault of the mock is a 500 with an Error object. */
  handle(request: MockRequest): MockReply;
  readonly control: Control;
}

/** @throws {BadInput} for options that cannot be used */
export function createMock(options: MockOptions = {}): Mock {
  const apiKeys = new Set(options.apiKeys ?? [defaultApiKey]);
  const source = {
    seed: options.seed ?? usualSource.seed,
    count: options.orders ?? usualSource.count,
    fixtures: options.fixtures,
  };
  const access = options.controlAccess ?? { loopback: true };
  const profile = parseProfile(options.profile ?? {}, "the profile");
  const world = createWorld(createOrderBase(ordersFrom(source)), profile);
  const control = createControl(world, source, kitVersion);

  function answer(request: MockRequest): MockReply {
    const { target } = request;
    if (isUnder(target, versionPrefix)) return answerApi(world, apiKeys, request);
    if (access !== false && isUnder(target, controlPrefix)) return answerControl(control, access, request);
    return errorReply(
      404,
      "no_such_path",
      `Nothing is served at ${target.slice(0, 80)}. The service's paths begin with ${versionPrefix}, as in ${versionPrefix}${ordersPath}.`,
    );
  }

  return {
    control,
    handle(request) {
      let reply: MockReply;
      try {
        reply = answer(request);
      } catch (error) {
        reply = errorReply(
          500,
          "mock_fault",
          `The mock itself failed: ${error instanceof Error ? error.message : error}`,
        );
      }
      return request.method === "HEAD" ? withoutBody(reply) : reply;
    },
  };
}

/** Whether a request target is the prefix or a path below it. */
function isUnder(target: string, prefix: string): boolean {
  if (!target.startsWith(prefix)) return false;
  const next = target[prefix.length];
  return next === undefined || next === "/" || next === "?";
}
