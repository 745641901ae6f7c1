/** The mock: the only place where its parts are joined. */

import { controlPrefix, type Health } from "../spec/control-protocol.ts";
import { isUnder, versionPrefix } from "../spec/wire.ts";
import { answerFetch } from "./answer-fetch.ts";
import { type Control, controlOf, type ResetSource, startOf } from "./control/control.ts";
import { answerControl } from "./control/control-api.ts";
import type { ControlAccess } from "./control/guard.ts";
import type { ControlledMock } from "./control/order-control.ts";
import { readNeeds } from "./control/shared-needs.ts";
import { NotKept } from "./core/order-storage.ts";
import { type Admission, admit, refuse } from "./http/admission.ts";
import { refusePath } from "./http/near-miss.ts";
import { answerPreflight, forOrigin, isOriginAllowed, withCors } from "./http/origins.ts";
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
import { type ApiCall, startWorldName } from "./http/world.ts";
import {
  defaultApiKey,
  type MockOptions,
  type ReadOptions,
  readMockOptions,
  startFrom,
} from "./mock-options.ts";
import type { SharedNeeds, SharedStorage } from "./worlds/sharing.ts";
import { type WorldState, Worlds } from "./worlds/worlds.ts";

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

/** The parts of a mock that answer. */
interface Parts extends ControlledMock {
  readonly access: ControlAccess | false;
  /** Origins of other machines whose pages may call the API. */
  readonly origins: ReadonlySet<string>;
}

/** @throws {BadInput} for options that cannot be used */
export function createMock(options: MockOptions = {}): Mock {
  const read = readMockOptions(options);
  const { stateStorage } = read;
  const shared = stateStorage && "createWorlds" in stateStorage ? stateStorage : undefined;
  let isDraining = false;
  const parts: Parts = {
    worlds: createWorlds(read, shared),
    apiKeys: new Set(read.apiKeys ?? [defaultApiKey]),
    access: read.controlAccess ?? { loopback: true },
    origins: new Set(read.allowOrigins),
    isReady: () => !isDraining && (shared?.isReady ?? true),
    broken: read.broken,
  };
  const { worlds } = parts;
  const handle = (request: MockRequest) => answer(parts, request);
  const answerLater = shared && ((request: MockRequest) => answerShared(parts, shared, request));
  return {
    get control() {
      return controlOf(worlds.start, parts);
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
      const run = () => record(parts, request, reply, admissionOf(parts, request));
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

function createWorlds(read: ReadOptions, shared: SharedStorage | undefined): Worlds {
  const { apiKeys = [defaultApiKey], controlAccess, stateStorage } = read;
  const token = controlAccess ? controlAccess.token : undefined;
  const options = {
    start: shared?.start ?? startFrom(read),
    now: shared?.now ?? read.now ?? Date.now,
    maxWorlds: read.maxWorlds ?? 100_000,
    journalLength: read.journalLength ?? 500,
    shownKey: apiKeys.includes(defaultApiKey) ? defaultApiKey : "$STORE_ORDERS_MOCK_API_KEY",
    secrets: token === undefined ? apiKeys : [...apiKeys, token],
    storage: stateStorage && "open" in stateStorage ? stateStorage : undefined,
  };
  return shared?.createWorlds(options) ?? new Worlds(options);
}

const admissionOf = ({ apiKeys }: Parts, { headers }: MockRequest): Admission =>
  admit(headerOf(headers, "authorization"), apiKeys);

/** Answers one request. Never throws. */
function answer(parts: Parts, request: MockRequest): MockReply {
  try {
    return forMethod(answerPath(parts, request, admissionOf(parts, request)), request);
  } catch (error) {
    return failed(parts, faultReply(error), request);
  }
}

function answerPath(parts: Parts, request: MockRequest, admission: Admission): MockReply {
  const { worlds, access } = parts;
  if (isUnder(request.target, versionPrefix)) return answerApi(parts, request, admission);
  if (access !== false && isUnder(request.target, controlPrefix))
    return answerControl(controlOf(worlds.start, parts), access, request);
  return record(parts, request, refusePath(worlds.start, request), admission);
}

function answerApi({ worlds, origins }: Parts, request: MockRequest, admission: Admission): MockReply {
  const startedAt = performance.now();
  const preflight = request.method === "OPTIONS" && answerPreflight(request, apiMethods, origins);
  if (preflight) return preflight;

  const world = "world" in admission ? worlds.open(admission.world) : worlds.start;
  const own = refuse(world, admission, request) ?? answerAdmitted(world, readCall(request, world.profile));
  const reply = request.headers.origin === undefined ? own : forOrigin(own, request, origins);
  const tookMs = performance.now() - startedAt;
  worlds.record(world, { request, reply, admitted: "world" in admission, tookMs });
  return world === worlds.start ? reply : { ...reply, world: world.name };
}

function answerAdmitted(world: WorldState, call: ApiCall): MockReply {
  const { faults } = world;
  return faults.isActive ? faults.play(world, call, () => answerCall(world, call)) : answerCall(world, call);
}

/** Records a request outside the API. A browser asks for its icon, not the application. */
function record({ worlds }: Parts, request: MockRequest, reply: MockReply, admission: Admission): MockReply {
  const isIcon = request.target === "/favicon.ico";
  if (!isIcon) worlds.record(worlds.start, { request, reply, admitted: "world" in admission });
  return reply;
}

/** The reply with headers by which a page may read it. */
function failed({ origins }: Parts, reply: MockReply, request: MockRequest): MockReply {
  try {
    return forMethod(isOriginAllowed(request, origins) ? withCors(reply, request) : reply, request);
  } catch {
    // Code without types may give a request without headers.
    return reply;
  }
}

async function answerShared(parts: Parts, shared: SharedStorage, request: MockRequest): Promise<MockReply> {
  let needs: SharedNeeds | undefined;
  try {
    needs = readNeeds(request, admissionOf(parts, request), parts.access);
    const run = () => answer(parts, request);
    return needs ? await shared.answer(needs, run) : run();
  } catch (error) {
    const health = needs?.isHealth && !needs.asksReady && healthWithout(parts, needs.world, error);
    return failed(parts, health || faultReply(error), request);
  }
}

/**
 * The answer to a health check whose world cannot be read: a mock is alive although its shared state cannot be reached or
 * used, but not ready. Undefined where more than that was asked.
 */
function healthWithout(parts: Parts, world: string, error: unknown): MockReply | undefined {
  if (!(error instanceof NotKept)) return undefined;
  if (world !== startWorldName && error.code !== "state_unreachable") return undefined;
  const health = { ...controlOf(parts.worlds.start, parts).health(), ready: false };
  return textReply(200, jsonType, JSON.stringify(health), error.message);
}

const forMethod = (reply: MockReply, { method }: MockRequest) =>
  method === "HEAD" ? withoutBody(reply) : reply;

/** The answer to an error: 503 for a change that was not stored, otherwise 500. */
function faultReply(error: unknown): MockReply {
  if (error instanceof NotKept) return busyReply(error.code, error.message);
  const message = `The mock itself failed: ${error instanceof Error ? error.message : error}`;
  return errorReply(500, "mock_fault", message);
}
