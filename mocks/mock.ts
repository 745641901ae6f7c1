/** The mock: the only place where its parts are joined. */

import { controlPrefix, type Health } from "../spec/control-protocol.ts";
import { isUnder, versionPrefix } from "../spec/wire.ts";
import { answerFetch } from "./answer-fetch.ts";
import { type Control, controlOf, type ResetSource, startOf } from "./control/control.ts";
import { answerControl } from "./control/control-api.ts";
import { readNeeds } from "./control/shared-needs.ts";
import { NotKept } from "./core/order-storage.ts";
import { admit, refuse } from "./http/admission.ts";
import { isOriginAllowed, preflightReply, refusePreflight, withCors, withoutCors } from "./http/cors.ts";
import { refusePath } from "./http/near-miss.ts";
import {
  busyReply,
  errorReply,
  headerOf,
  jsonType,
  type MockReply,
  type MockRequest,
  textReply,
  withoutBody,
} from "./http/reply.ts";
import { answerCall, apiMethods, readCall } from "./http/router.ts";
import { startWorldName } from "./http/world.ts";
import { defaultApiKey, type MockOptions, readMockOptions, startFrom } from "./mock-options.ts";
import type { SharedStorage } from "./worlds/sharing.ts";
import { Worlds } from "./worlds/worlds.ts";

export interface Mock {
  /** Answers one request. Never throws: a fault of the mock is a 500 with an Error object. */
  handle(request: MockRequest): MockReply;
  /**
   * Only a mock with shared state has this, in place of `handle`. Resolves when the changes of the request are stored.
   */
  readonly answer?: (request: MockRequest) => Promise<MockReply>;
  /**
   * Answers a Fetch request by its path, whatever its host: for a handler of MSW, Hono or a worker, and for clients that
   * take a `fetch`. A lost connection is `Response.error()`; a signal that is aborted rejects, as with `fetch`.
   */
  fetch(request: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Reports the mock as not ready from now on, so that a load balancer sends no more requests. */
  drain(): void;
  /** Adds a request that another server answered to the journal. */
  note(request: MockRequest, reply: MockReply): void;
  /** Control of the world of a key without a name; `control.world(name)` is for another world. */
  readonly control: Control;
  /** Replaces the start of the mock, and resets every world to it. */
  restart(source: ResetSource): Health;
}

/** @throws {BadInput} for options that cannot be used */
export function createMock(options: MockOptions = {}): Mock {
  const read = readMockOptions(options);
  const { apiKeys = [defaultApiKey], controlAccess: access = { loopback: true }, stateStorage } = read;
  const shared = stateStorage && "createWorlds" in stateStorage ? stateStorage : undefined;
  const own = stateStorage && "open" in stateStorage ? stateStorage : undefined;
  const now = shared?.now ?? read.now ?? Date.now;
  const keys = new Set(apiKeys);
  const origins = new Set(read.allowOrigins);
  const start = shared?.start ?? startFrom(read);
  const worldsOptions = {
    start,
    now,
    maxWorlds: read.maxWorlds ?? 100_000,
    journalLength: read.journalLength ?? 500,
    shownKey: apiKeys.includes(defaultApiKey) ? defaultApiKey : "$STORE_ORDERS_MOCK_API_KEY",
    secrets: access !== false && access.token !== undefined ? [...keys, access.token] : [...keys],
    storage: own,
  };
  const worlds = shared?.createWorlds(worldsOptions) ?? new Worlds(worldsOptions);
  let isDraining = false;
  const isReady = () => !isDraining && (shared?.isReady ?? true);
  const controlled = { worlds, apiKeys: keys, isReady, broken: read.broken };

  function answer(request: MockRequest): MockReply {
    if (isUnder(request.target, versionPrefix)) return answerApi(request);
    if (access !== false && isUnder(request.target, controlPrefix))
      return answerControl(controlOf(worlds.start, controlled), access, request);
    const reply = refusePath(worlds.start, request);
    record(request, reply);
    return reply;
  }

  /** Records a request outside the API. A browser asks for its icon, not the application. */
  function record(request: MockRequest, reply: MockReply): void {
    if (request.target === "/favicon.ico") return;
    const admitted = "world" in admit(headerOf(request.headers, "authorization"), keys);
    worlds.record(worlds.start, { request, reply, admitted });
  }

  function answerApi(request: MockRequest): MockReply {
    const startedAt = performance.now();
    const isAllowed = request.headers.origin === undefined || isOriginAllowed(request, origins);
    const preflight = request.method === "OPTIONS" && preflightReply(request, apiMethods);
    if (preflight) return isAllowed ? withCors(preflight, request) : refusePreflight(request);

    const admission = admit(headerOf(request.headers, "authorization"), keys);
    const world = "world" in admission ? worlds.open(admission.world) : worlds.start;
    let reply = refuse(world, admission, request);
    if (!reply) {
      const call = readCall(request, world.profile);
      reply = world.faults.play(world, call, () => answerCall(world, call));
    }
    if (request.headers.origin !== undefined)
      reply = isAllowed ? withCors(reply, request) : withoutCors(reply, request);
    const tookMs = performance.now() - startedAt;
    worlds.record(world, { request, reply, admitted: "world" in admission, tookMs });
    return world === worlds.start ? reply : { ...reply, world: world.name };
  }

  function handle(request: MockRequest): MockReply {
    if (!isRequest(request)) return malformed;
    try {
      return forMethod(answer(request), request);
    } catch (error) {
      return failed(faultReply(error), request);
    }
  }

  /** The reply with headers by which a page may read it. */
  function failed(reply: MockReply, request: MockRequest): MockReply {
    return forMethod(isOriginAllowed(request, origins) ? withCors(reply, request) : reply, request);
  }

  async function answerShared(others: SharedStorage, request: MockRequest): Promise<MockReply> {
    const needs = readNeeds(request, keys, access);
    if (!needs) return handle(request);
    try {
      return await others.answer(needs, () => handle(request));
    } catch (error) {
      const health = needs.isHealth && !needs.asksReady && healthWithout(needs.world, error);
      return failed(health || faultReply(error), request);
    }
  }

  /**
   * The answer to a health check whose world cannot be read: a mock is alive although its shared state cannot be reached or
   * used, but not ready. Undefined where more than that was asked.
   */
  function healthWithout(world: string, error: unknown): MockReply | undefined {
    if (!(error instanceof NotKept)) return undefined;
    if (world !== startWorldName && error.code !== "state_unreachable") return undefined;
    const health = { ...controlOf(worlds.start, controlled).health(), ready: false };
    return textReply(200, jsonType, JSON.stringify(health), error.message);
  }

  const answerLater = shared && ((request: MockRequest) => answerShared(shared, request));
  return {
    get control() {
      return controlOf(worlds.start, controlled);
    },
    async fetch(given, init) {
      const request = given instanceof Request && init === undefined ? given : new Request(given, init);
      request.signal.throwIfAborted();
      const { pathname, search } = new URL(request.url);
      const response = await answerFetch(answerLater ?? handle, request, pathname + search);
      if (response.type === "error") request.signal.throwIfAborted();
      return response;
    },
    restart(source) {
      worlds.restart(startOf(worlds, worlds.first.source, source));
      return this.control.resetAll();
    },
    note(request, reply) {
      const run = () => {
        record(request, reply);
        return reply;
      };
      if (!shared) run();
      else shared.answer({ world: startWorldName, isCall: true }, run).catch(() => undefined);
    },
    handle,
    ...(answerLater && { answer: answerLater }),
    drain() {
      isDraining = true;
    },
  };
}

/** Whether a value from code without types has the members of a request. */
const isRequest = (value: MockRequest | undefined): boolean =>
  typeof value?.method === "string" &&
  typeof value.target === "string" &&
  typeof value.headers === "object" &&
  value.headers !== null;

const malformed = errorReply(
  400,
  "malformed_request",
  'A request has a method and a target, both texts, and headers, as in { method: "GET", target: "/v1/store/orders", headers: {} }.',
);

const forMethod = (reply: MockReply, { method }: MockRequest) =>
  method === "HEAD" ? withoutBody(reply) : reply;

/** The answer to an error: 503 for a change that was not stored, otherwise 500. */
function faultReply(error: unknown): MockReply {
  if (error instanceof NotKept) return busyReply(error.code, error.message);
  const message = `The mock itself failed: ${error instanceof Error ? error.message : error}`;
  return errorReply(500, "mock_fault", message);
}
