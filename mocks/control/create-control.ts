/** Carries out what `Control` promises, on the worlds of a mock. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { healthService, isWorldName } from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { createOrderBase, ordersOf } from "../core/order-store.ts";
import { parseFaultRules } from "../faults/parse-fault-rules.ts";
import { formatJournal } from "../journal/format-journal.ts";
import type { MockEvent } from "../worlds/events.ts";
import { ordersFrom } from "../worlds/order-source.ts";
import type { WorldState, Worlds } from "../worlds/worlds.ts";
import { type Control, NotThere } from "./control.ts";
import { createProviderStates, type ProviderStates } from "./provider-states.ts";
import { restoreSnapshot } from "./restore-snapshot.ts";
import { formatSnapshot } from "./snapshot.ts";

export function createControl(worlds: Worlds, now: () => number): Control {
  const controls = new WeakMap<WorldState, Control>();
  const controlOf = (world: WorldState): Control => {
    const control = controls.get(world) ?? createWorldControl(world);
    controls.set(world, control);
    return control;
  };

  function createWorldControl(world: WorldState): Control {
    const startProfile = world.profile;
    let states: ProviderStates | undefined;
    const tell = (event: Exclude<MockEvent["event"], "exchange">) =>
      emit(world, { event, world: world.name });

    const shipDue = () => world.shipClock?.advance(world.store, now());

    /** Back to the start in all but the orders. */
    function restart(): void {
      world.profile = startProfile;
      world.shownRemedies = undefined;
      world.faults.restart(world.source.seed);
      world.journal.clear();
      world.shipClock?.restart(now());
      states = undefined;
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
        shipDue();
        const orders: FixtureOrder[] = [];
        for (const order of ordersOf(world.store)) {
          if (orders.length >= most) break;
          orders.push(order);
        }
        return orders;
      },
      put(order) {
        world.store.put(order);
        world.shipClock?.wait(order.id, now());
        tell("orders");
        return order;
      },
      ship(id) {
        shipDue();
        const { outcome, before } = world.store.ship(id);
        if (outcome === "unknown")
          throw new NotThere("order", `Cannot ship order ${id}: there is no such order.`);
        if (outcome === "refused") {
          throw new BadInput(
            `Cannot ship order ${id}: only a pending order ships, and this one is ${before}.`,
          );
        }
        tell("orders");
        return world.store.find(id)!;
      },
      reset(changes = {}) {
        if (Object.keys(changes).length > 0) {
          const source = { ...world.source, ...changes };
          const base = createOrderBase(ordersFrom(source));
          world.store.reset(base, true);
          world.base = base;
          world.source = source;
        } else {
          world.store.reset(world.base);
        }
        restart();
        tell("reset");
        return control.health();
      },
      resetAll(changes = {}) {
        if (Object.keys(changes).length > 0) {
          const source = { ...worlds.start.source, ...changes };
          const base = worlds.restart(source, ordersFrom(source));
          for (const each of worlds.all()) {
            each.source = source;
            each.base = base;
          }
        }
        for (const each of worlds.all()) controlOf(each).reset();
        return control.health();
      },
      snapshot() {
        shipDue();
        return formatSnapshot(world);
      },
      restore(snapshot) {
        restoreSnapshot(snapshot, world, worlds);
        states = undefined;
        world.shipClock?.restart(now());
        tell("restored");
        return control.health();
      },
      faults: () => world.faults.rules(),
      setFaults(rules) {
        world.faults.setRules(parseFaultRules(rules));
        tell("faults");
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
        tell("journal-cleared");
      },
      onEvent(listener) {
        world.listeners ??= new Set();
        world.listeners.add(listener);
        return () => void world.listeners?.delete(listener);
      },
      profile: () => world.profile,
      setProfile(profile) {
        world.profile = profile;
        tell("profile");
        return profile;
      },
      providerState(request) {
        states ??= createProviderStates(world.store);
        const answer = states.answer(request);
        for (const id of answer.ids) world.shipClock?.wait(BigInt(id), now());
        tell("orders");
        return answer;
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
  return controlOf(worlds.start);
}

/** Tells those who follow a world. One that throws is not the fault of the request that it was told of. */
export function emit(world: WorldState, event: MockEvent): void {
  for (const listener of world.listeners ?? []) {
    try {
      listener(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

function countOrders({ store }: WorldState): number {
  // Every position holds an order but for those removed, which are among the changes.
  let removed = 0;
  for (const order of store.changes().values()) if (order === undefined) removed++;
  return store.size - removed;
}
