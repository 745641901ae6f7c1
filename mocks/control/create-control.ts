/** Carries out what `Control` promises, on the worlds of a mock. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { copyJson } from "../../base/copy-json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import {
  type BrokenBehaviour,
  ControlError,
  type Health,
  healthService,
  isWorldName,
} from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { parseProfile } from "../../spec/profile.ts";
import { word } from "../core/field.ts";
import { createOrderBase, ordersOf } from "../core/order-store.ts";
import { parseFaultRules } from "../faults/parse-fault-rules.ts";
import { admit } from "../http/admission.ts";
import { formatJournal, journalFormats } from "../journal/format-journal.ts";
import { WorldEvents } from "../worlds/events.ts";
import { answerProviderState } from "../worlds/provider-states.ts";
import { searchOrders } from "../worlds/search-orders.ts";
import { formatSnapshot, restoreSnapshot } from "../worlds/snapshot.ts";
import type { OrderSource, OrderStart, WorldState } from "../worlds/world-state.ts";
import { makeOrders, type Worlds } from "../worlds/worlds.ts";
import type { Control, OrderId, ResetSource } from "./control.ts";
import { readCount, readOrder, readOrderId, readQuery, readSource, readState } from "./read-input.ts";
import { removeOrder, restoreOrder } from "./removed-orders.ts";

/** Facts about a mock for its control plane, apart from its worlds. */
interface MockFacts {
  readonly apiKeys: ReadonlySet<string>;
  readonly isReady: () => boolean;
  readonly broken?: BrokenBehaviour | undefined;
}

export function createControl(worlds: Worlds, facts: MockFacts) {
  const { now } = worlds;
  const controls = new WeakMap<WorldState, Control>();
  const controlOf = (world: WorldState): Control => {
    const control = controls.get(world) ?? createWorldControl(world);
    controls.set(world, control);
    return control;
  };

  /** @param has the values for members that are left out */
  function startOf(has: OrderSource, given: ResetSource): OrderStart {
    const changes = readSource(given);
    if (Object.keys(changes).length === 0) return worlds.first;
    // A number or a seed of orders is for generated ones, not for a given list.
    const isGenerated = !("fixtures" in changes) && typeof has.fixtures !== "string";
    const source = { ...has, ...(isGenerated && { fixtures: undefined }), ...changes };
    return { source, base: createOrderBase(makeOrders(source)) };
  }

  function createWorldControl(world: WorldState): Control {
    const { store } = world;
    /** The orders as they are now. */
    function orders() {
      world.shipClock?.advance(store, now());
      world.events?.emitOrders();
      return store;
    }
    function find(given: OrderId, verb: string): FixtureOrder {
      const id = readOrderId(given, verb);
      const order = orders().find(id);
      if (order) return order;
      throw new ControlError(404, "order_not_found", `Cannot ${verb} order ${id}: there is no such order.`);
    }
    /** Emits the change to listeners, and returns a copy of the result for the caller. */
    function changed<Value>(value: Value): Value {
      world.events?.emitOrders();
      return copyJson(value);
    }

    const control: Control = {
      health: () => ({
        service: healthService,
        version: kitVersion,
        seed: world.source.seed,
        orders: store.count,
        world: world.name,
        ready: facts.isReady(),
        ...(facts.broken && { broken: facts.broken }),
      }),
      orders: (most) => [...ordersOf(orders(), readCount(most, "the number of orders"))].map(copyJson),
      searchOrders: (query = {}) => copyJson(searchOrders(orders(), readQuery(query))),
      order: (id) => copyJson(find(id, "show")),
      add(given) {
        const order = readOrder(given, "add");
        if (orders().find(order.id))
          throw new ControlError(
            409,
            "order_exists",
            `Cannot add order ${order.id}: there is one with this id. Use another id, or edit that order.`,
          );
        return control.put(order);
      },
      put(given) {
        const order = readOrder(given, "put");
        store.put(order);
        world.shipClock?.wait(order.id, now());
        return changed(order);
      },
      remove(id) {
        const order = find(id, "remove");
        removeOrder(world, order);
        return changed(order);
      },
      restoreOrder(given) {
        const id = readOrderId(given, "restore");
        orders();
        return changed(restoreOrder(world, id));
      },
      ship(given) {
        const { id, status } = find(given, "ship");
        if (store.ship(id) === "pending") return changed(store.find(id)!);
        throw new BadInput(`Cannot ship order ${id}: only a pending order ships, and this one is ${status}.`);
      },
      reset(source = {}) {
        worlds.reset(world, startOf(world.source, source));
        return control.health();
      },
      resetAll(source = {}) {
        resetAll(startOf(worlds.first.source, source));
        return control.health();
      },
      snapshot() {
        orders();
        return formatSnapshot(world);
      },
      restore(snapshot) {
        restoreSnapshot(snapshot, world, worlds);
        world.made = undefined;
        world.shipClock?.restart(now());
        world.events?.emit({ event: "restored" });
        return control.health();
      },
      faults: () => world.faults.rules(),
      setFaults(given) {
        const rules = parseFaultRules(given);
        world.faults.setRules(rules);
        world.events?.emit({ event: "faults" });
        return world.faults.rules();
      },
      journal: (newest) => world.journal.entries(readCount(newest, "the number of entries")),
      journalAs(format, newest, entry) {
        const entries = control.journal(newest);
        const named = entry === undefined ? entries : entries.filter(({ id }) => id === entry);
        return formatJournal(named, word(...journalFormats).read(format, "as"), world.name);
      },
      clearJournal() {
        world.journal.clear();
        world.events?.emit({ event: "journal-cleared" });
      },
      onEvent(listener) {
        if (typeof listener !== "function")
          throw new BadInput(
            `Cannot listen to events: the listener must be a function, got ${quoteValue(listener)}.`,
          );
        world.events ??= new WorldEvents(world.name);
        return world.events.follow(listener);
      },
      profile: () => copyJson(world.profile),
      setProfile(given) {
        world.profile = parseProfile(given, "the profile");
        world.events?.emit({ event: "profile" });
        return control.profile();
      },
      acceptsKey: (key) => "world" in admit(`Bearer ${key}`, facts.apiKeys),
      providerState(request) {
        const answer = answerProviderState(world, readState(request));
        for (const id of answer.ids) world.shipClock?.wait(BigInt(id), now());
        return changed(answer);
      },
      worlds: () => worlds.summaries(),
      dropWorld(name) {
        if (name === worlds.start.name)
          throw new BadInput(
            `Cannot drop world ${name}: it is the one that every mock has. Reset it instead.`,
          );
        if (!worlds.drop(name))
          throw new ControlError(
            404,
            "world_not_found",
            `Cannot drop world ${quoteValue(name)}: there is none.`,
          );
      },
      dropIdleWorlds: (seconds) => worlds.dropIdle(readCount(seconds, "the number of seconds") ?? 0),
      world(name) {
        if (!isWorldName(name)) {
          throw new BadInput(
            `Cannot open world ${quoteValue(name)}: its name has 1 to 64 letters, digits, dots, hyphens or underscores.`,
          );
        }
        const other = worlds.open(name);
        if (!other)
          throw new BadInput(`Cannot open world ${name}: there are too many. Drop idle ones first.`);
        return controlOf(other);
      },
    };

    return control;
  }

  function resetAll(from: OrderStart): void {
    worlds.startAll(from);
    for (const world of worlds.all()) worlds.reset(world, from);
  }

  const control = controlOf(worlds.start);
  return {
    control,
    /** Sets other orders in place of those of the mock's start, for all present and future worlds. */
    restart(source: ResetSource): Health {
      worlds.restart(startOf(worlds.first.source, source));
      resetAll(worlds.first);
      return control.health();
    },
  };
}
