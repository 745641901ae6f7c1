/** Carries out what `Control` promises, on the worlds of a mock. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { type Health, healthService, isWorldName } from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { parseProfile } from "../../spec/profile.ts";
import { createOrderBase, ordersOf } from "../core/order-store.ts";
import { parseFaultRules } from "../faults/parse-fault-rules.ts";
import { formatJournal } from "../journal/format-journal.ts";
import { type OrderSource, ordersFrom } from "../worlds/order-source.ts";
import { createProviderStates, type ProviderStates } from "../worlds/provider-states.ts";
import { restoreSnapshot } from "../worlds/restore-snapshot.ts";
import { searchOrders } from "../worlds/search-orders.ts";
import { formatSnapshot } from "../worlds/snapshot.ts";
import type { OrderStart, WorldState, Worlds } from "../worlds/worlds.ts";
import { type Control, NotThere, type OrderId, type ResetSource } from "./control.ts";
import { readOrder, readOrderId, readQuery, readSource, readState } from "./read-input.ts";

export interface MockControl {
  readonly control: Control;
  /** Other orders in place of those that the mock was started with, for every world there is and will be. */
  restart(source: ResetSource): Health;
}

export function createControl(worlds: Worlds, now: () => number): MockControl {
  const controls = new WeakMap<WorldState, Control>();
  const controlOf = (world: WorldState): Control => {
    const control = controls.get(world) ?? createWorldControl(world);
    controls.set(world, control);
    return control;
  };
  /** Of each world, for as long as it is not reset. */
  const states = new WeakMap<WorldState, ProviderStates>();

  /** @param has what members that are left out are taken from */
  function startOf(has: OrderSource, source: ResetSource = {}): OrderStart {
    const changes = readSource(source);
    if (Object.keys(changes).length === 0) return worlds.first;
    const wanted = { ...has, ...changes };
    return { source: wanted, base: createOrderBase(ordersFrom(wanted)) };
  }

  function resetTo({ source, base }: OrderStart, world: WorldState): void {
    world.store.reset(base, base !== worlds.first.base);
    world.source = source;
    world.profile = worlds.first.profile;
    world.shownRemedies = undefined;
    world.memory.holdRules([]);
    world.faults.restart(source.seed);
    world.journal.clear();
    world.shipClock?.restart(now());
    states.delete(world);
    world.events.tell({ event: "reset" });
  }

  function createWorldControl(world: WorldState): Control {
    const { events, store } = world;
    /** The orders as they are now. */
    function orders() {
      world.shipClock?.advance(store, now());
      events.tellOrders();
      return store;
    }
    function find(given: OrderId, verb: string): FixtureOrder {
      const id = readOrderId(given, verb);
      const order = orders().find(id);
      if (order) return order;
      throw new NotThere("order", `Cannot ${verb} order ${id}: there is no such order.`);
    }
    /** Tells followers of what changed, and gives back what the caller gets. */
    function changed<Value>(value: Value): Value {
      events.tellOrders();
      return value;
    }

    const control: Control = {
      health: () => ({
        service: healthService,
        version: kitVersion,
        seed: world.source.seed,
        orders: countOrders(world),
        world: world.name,
      }),
      orders(most = Number.POSITIVE_INFINITY) {
        const shown: FixtureOrder[] = [];
        for (const order of ordersOf(orders())) {
          if (shown.length >= most) break;
          shown.push(order);
        }
        return shown;
      },
      searchOrders: (query = {}) => searchOrders(orders(), readQuery(query)),
      order: (id) => find(id, "show"),
      put(given) {
        const order = readOrder(given, readOrderId(given.id, "put"));
        store.put(order);
        world.shipClock?.wait(order.id, now());
        return changed(order);
      },
      remove(id) {
        const order = find(id, "remove");
        store.remove(order.id);
        return changed(order);
      },
      ship(given) {
        const { id, status } = find(given, "ship");
        if (store.ship(id).outcome === "done") return changed(store.find(id)!);
        throw new BadInput(`Cannot ship order ${id}: only a pending order ships, and this one is ${status}.`);
      },
      reset(source) {
        resetTo(startOf(world.source, source), world);
        return control.health();
      },
      resetAll(source) {
        resetAll(startOf(worlds.first.source, source));
        return control.health();
      },
      snapshot() {
        orders();
        return formatSnapshot(world);
      },
      restore(snapshot) {
        restoreSnapshot(snapshot, world, worlds);
        states.delete(world);
        world.shipClock?.restart(now());
        events.tell({ event: "restored" });
        return control.health();
      },
      faults: () => world.faults.rules(),
      setFaults(given) {
        const rules = parseFaultRules(given);
        world.memory.holdRules(rules);
        world.faults.setRules(rules);
        events.tell({ event: "faults" });
        return world.faults.rules();
      },
      journal: (newest) => world.journal.entries(newest),
      journalAs(format, newest, entry) {
        const entries = world.journal.entries(newest);
        const named = entry === undefined ? entries : entries.filter(({ id }) => id === entry);
        return formatJournal(named, format, world.name);
      },
      clearJournal() {
        world.journal.clear();
        events.tell({ event: "journal-cleared" });
      },
      onEvent: (listener) => events.follow(listener),
      profile: () => world.profile,
      setProfile(profile) {
        world.profile = parseProfile(profile, "the profile");
        events.tell({ event: "profile" });
        return world.profile;
      },
      providerState(request) {
        const own = states.get(world) ?? createProviderStates(store);
        states.set(world, own);
        const answer = own.answer(readState(request));
        for (const id of answer.ids) world.shipClock?.wait(BigInt(id), now());
        return changed(answer);
      },
      worlds: () =>
        [...worlds.all()].map(({ name, store, usedAt }) => ({
          name,
          changedOrders: store.changes().size,
          idleSeconds: Math.max(0, Math.floor((now() - usedAt) / 1000)),
        })),
      dropWorld(name) {
        if (name === worlds.start.name)
          throw new BadInput(
            `Cannot drop world ${name}: it is the one that every mock has. Reset it instead.`,
          );
        if (!worlds.drop(name))
          throw new NotThere("world", `Cannot drop world ${quoteValue(name)}: there is none.`);
      },
      dropIdleWorlds(seconds) {
        const idle = [...worlds.all()].filter(({ usedAt }) => now() - usedAt >= seconds * 1000);
        return idle.filter(({ name }) => worlds.drop(name)).length;
      },
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
    worlds.startNext(from);
    for (const world of worlds.all()) resetTo(from, world);
  }

  const control = controlOf(worlds.start);
  return {
    control,
    restart(source) {
      worlds.restart(startOf(worlds.first.source, source));
      resetAll(worlds.first);
      return control.health();
    },
  };
}

function countOrders({ store }: WorldState): number {
  // Every position holds an order but for those removed, which are among the changes.
  let removed = 0;
  for (const order of store.changes().values()) if (order === undefined) removed++;
  return store.size - removed;
}
