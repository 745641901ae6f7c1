/** The mock: the only place where its parts are joined. */

import type { FixtureOrder } from "../fixtures/fixture-order.ts";
import { daysSinceReference } from "../fixtures/move-dates.ts";
import type { ScenarioName } from "../fixtures/scenarios.ts";
import { controlPrefix, type Health } from "../spec/control-protocol.ts";
import type { Profile } from "../spec/open-questions.ts";
import { type ProfileName, profileOf } from "../spec/profile.ts";
import { isUnder, versionPrefix } from "../spec/wire.ts";
import type { Control, ResetSource } from "./control/control.ts";
import { answerControl } from "./control/control-api.ts";
import { createControl } from "./control/create-control.ts";
import type { ControlAccess } from "./control/guard.ts";
import { NotKept, type StateKeeper } from "./core/order-keeper.ts";
import { type FaultRules, parseFaultRules } from "./faults/parse-fault-rules.ts";
import { admit, refusalIn, refuse } from "./http/authenticate.ts";
import { preflightReply, withCors } from "./http/cors.ts";
import { explainPath } from "./http/near-miss.ts";
import { errorReply, headerOf, type MockReply, type MockRequest, withoutBody } from "./http/reply.ts";
import { answerCall, apiMethods, readCall } from "./http/router.ts";
import { createJournalSecrets } from "./journal/journal-secrets.ts";
import { ordersFrom, usualSource } from "./worlds/order-source.ts";
import { createWorlds } from "./worlds/worlds.ts";

export const defaultApiKey = "mock-key";

export interface MockOptions {
  /** Keys that let a request in. Default: `mock-key`. A key with `~name` after it opens the world of that name. */
  readonly apiKeys?: readonly string[];
  /** How many orders to generate. Default: 25. */
  readonly orders?: number;
  /** Seed of the generated orders and of the faults' chances. Default: 1. */
  readonly seed?: number;
  /** Orders to start from instead, or a scenario's name. */
  readonly fixtures?: readonly FixtureOrder[] | ScenarioName;
  /** `relative` moves ship dates by whole days, so that the day they look back from is today. Default: `fixed`. */
  readonly dates?: "fixed" | "relative";
  /** Answers to the open questions; those left out are the default profile's. Or the name of a profile. */
  readonly profile?: Partial<Profile> | ProfileName;
  /** Rules that every world starts with, or the name of a preset such as `flaky`. */
  readonly faults?: FaultRules;
  /** Seconds after which a pending order ships by itself. Default: never. */
  readonly shipAfter?: number;
  /** Entries that the journal of each world holds. Default: 500; 0 keeps none. */
  readonly journalLength?: number;
  /** Worlds that there can be at once; a key that names one more gets 503. Default: 100,000. */
  readonly mostWorlds?: number;
  /** Milliseconds since 1970, for tests that play with time. Default: the clock. */
  readonly now?: () => number;
  /** Keeps the orders beyond the process. */
  readonly keeper?: StateKeeper | undefined;
  /** Who may use the control plane through `handle`; false closes it. Default: this machine only. */
  readonly controlAccess?: ControlAccess | false;
}

export interface Mock {
  /** Answers one request. Never throws: a fault of the mock is a 500 with an Error object. */
  handle(request: MockRequest): MockReply;
  /** Puts into the journal what somebody else answered. */
  note(request: MockRequest, reply: MockReply): void;
  /** Of the world of a key without a name; `control.world(name)` is another's. */
  readonly control: Control;
  /** Other orders in place of those it was started with, for every world there is and will be. */
  restart(source: ResetSource): Health;
}

/** @throws {BadInput} for options that cannot be used */
export function createMock(options: MockOptions = {}): Mock {
  const {
    apiKeys = [defaultApiKey],
    controlAccess: access = { loopback: true },
    keeper,
    now = Date.now,
  } = options;
  const keys = new Set(apiKeys);
  const source = {
    seed: options.seed ?? usualSource.seed,
    count: options.orders ?? usualSource.count,
    fixtures: options.fixtures,
    ...(options.dates === "relative" && { movedDays: daysSinceReference(now()) }),
  };
  const worlds = createWorlds(
    {
      source,
      shownKey: apiKeys.includes(defaultApiKey) ? defaultApiKey : "$STORE_ORDERS_API_KEY",
      orders: keeper ? keeper.startOrders(() => ordersFrom(source)) : ordersFrom(source),
      profile: profileOf(options.profile ?? {}),
      faults: parseFaultRules(options.faults ?? []),
      shipAfter: options.shipAfter,
      mostWorlds: options.mostWorlds ?? 100_000,
      journalLength: options.journalLength ?? 500,
      secrets: createJournalSecrets(keys, access === false ? undefined : access.token),
    },
    now,
    keeper,
  );
  const { control, restart } = createControl(worlds, now);

  function answer(request: MockRequest): MockReply {
    if (isUnder(request.target, versionPrefix)) return answerApi(request);
    if (access !== false && isUnder(request.target, controlPrefix))
      return answerControl(control, access, request);
    const reply = errorReply(404, "no_such_path", explainPath(worlds.start, request));
    worlds.record(worlds.start, request, reply);
    return reply;
  }

  function answerApi(request: MockRequest): MockReply {
    const preflight = request.method === "OPTIONS" && preflightReply(request, apiMethods);
    if (preflight) return withCors(preflight, request);

    const admission = admit(headerOf(request.headers, "authorization"), keys);
    const world = "world" in admission ? worlds.open(admission.world) : worlds.start;
    if (!world) return withCors(tooManyWorlds, request);
    const refusal = refusalIn(world, admission);
    let reply: MockReply;
    if (refusal) {
      reply = refuse(world, refusal, request);
    } else {
      const call = readCall(request, world.profile);
      reply = world.faults.play(world, call, () => answerCall(world, call));
    }
    if (request.headers.origin !== undefined) reply = withCors(reply, request);
    worlds.record(world, request, reply);
    return reply;
  }

  return {
    control,
    restart,
    note: (request, reply) => worlds.record(worlds.start, request, reply),
    handle(request) {
      let reply: MockReply;
      try {
        reply = answer(request);
      } catch (error) {
        reply = withCors(faultReply(error), request);
      }
      return request.method === "HEAD" ? withoutBody(reply) : reply;
    },
  };
}

const tooManyWorlds = errorReply(
  503,
  "too_many_worlds",
  "There are too many worlds. Drop some: DELETE /_mock/worlds?idle=60 drops those idle for a minute.",
);

/** What nobody foresaw is a fault of the mock; a disk that takes no more is the machine's. */
function faultReply(error: unknown): MockReply {
  if (error instanceof NotKept) return errorReply(503, "not_kept", error.message);
  const message = `The mock itself failed: ${error instanceof Error ? error.message : error}`;
  return errorReply(500, "mock_fault", message);
}
