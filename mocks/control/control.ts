/** What one can do to a mock besides calling the API. The same methods serve tests in process and HTTP. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { BadInput, quoteValue } from "../../spec/bad-input.ts";
import {
  type Health,
  healthService,
  type ProviderStateAnswer,
  type ProviderStateRequest,
  type WorldSummary,
} from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { createOrderBase, ordersOf } from "../core/order-store.ts";
import { isWorldName } from "../http/world.ts";
import type { MockEvent } from "./events.ts";
import type { FaultRule } from "./fault-rule.ts";
import { formatJournal, type JournalFormat } from "./format-journal.ts";
import type { JournalEntry } from "./journal.ts";
import { type OrderSource, ordersFrom } from "./order-source.ts";
import { parseFaultRules } from "./parse-fault-rules.ts";
import { createProviderStates, type ProviderStates } from "./provider-states.ts";
import { formatSnapshot, readSnapshot } from "./snapshot.ts";
import type { WorldState, Worlds } from "./worlds.ts";

/** One world under control. Each method's HTTP form is in `GET /_mock/openapi.yaml`. */
export interface Control {
  health(): Health;
  /** Every order with its status, cancelled ones too. */
  orders(): FixtureOrder[];
  /** Adds an order, or puts it in the place of the one with its id. */
  put(order: FixtureOrder): FixtureOrder;
  /** @throws {BadInput} when the order is not pending */
  ship(id: bigint): FixtureOrder;
  /** Back to the start, or to another start: members left out stay as they were. */
  reset(source?: Partial<OrderSource>): Health;
  /** The same for every world; another start is then that of the worlds to come, too. */
  resetAll(source?: Partial<OrderSource>): Health;
  /** The orders and the profile as a short text, for `restore`. */
  snapshot(): string;
  /** @throws {BadInput} for a text that is no snapshot, or one of orders that are not there to start from */
  restore(snapshot: string): Health;
  faults(): readonly FaultRule[];
  /** These rules in place of those there are. @throws {BadInput} naming the field that cannot be used */
  setFaults(rules: readonly FaultRule[]): readonly FaultRule[];
  journal(): readonly JournalEntry[];
  /** The journal as a HAR file, as curl commands or as a vitest test. */
  journalAs(format: JournalFormat): string;
  clearJournal(): void;
  /** Follows what happens in this world; returns how to stop. */
  onEvent(listener: (event: MockEvent) => void): () => void;
  profile(): Profile;
  setProfile(profile: Profile): Profile;
  providerState(request: ProviderStateRequest): ProviderStateAnswer;
  /** The worlds there are. */
  worlds(): WorldSummary[];
  /** Forgets a world and its orders. The world without a name cannot be dropped. */
  dropWorld(name: string): void;
  /** Forgets worlds that had no request for so many seconds; returns how many. */
  dropIdleWorlds(seconds: number): number;
  /** Control of another world, made if it is not there yet. */
  world(name: string): Control;
}

/** An order or a world that the control plane was asked about is not there. */
export class NotThere extends Error {
  override name = "NotThere";
  readonly code: "order_not_found" | "world_not_found";
  constructor(what: "order" | "world", message: string) {
    super(message);
    this.code = `${what}_not_found`;
  }
}

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
      orders: () => [...ordersOf(world.store)],
      put(order) {
        world.store.put(order);
        world.shipClock?.wait(order.id, now());
        tell("orders");
        return order;
      },
      ship(id) {
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
          world.base = createOrderBase(ordersFrom(source));
          world.source = source;
          world.store.reset(world.base, true);
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
            each.store.reset(base);
          }
        }
        for (const each of worlds.all()) controlOf(each).reset();
        return control.health();
      },
      snapshot: () => formatSnapshot(world),
      restore(snapshot) {
        readSnapshot(snapshot, world)();
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
      journal: () => world.journal.entries(),
      journalAs: (format) => formatJournal(world.journal.entries(), format),
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

/** Tells those who follow a world. */
export function emit(world: WorldState, event: MockEvent): void {
  for (const listener of world.listeners ?? []) listener(event);
}

function countOrders({ store }: WorldState): number {
  let count = 0;
  for (const _ of ordersOf(store)) count++;
  return count;
}
