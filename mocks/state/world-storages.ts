/** The worlds in a state file: which there are, and what each of them keeps. */

import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import type { WorldStorage } from "../core/order-storage.ts";
import { startName } from "./state-format.ts";
import type { StateTables } from "./state-tables.ts";

export interface WorldStorages {
  /** Row of the orders that worlds start from. */
  readonly startId: number;
  restart(orders: OrderSequence): void;
  names(): readonly string[];
  world(name: string): WorldStorage;
}

/** What is known of a world without asking the file. */
interface KnownWorld {
  /** Undefined for as long as it differs in nothing, and has no row. */
  id: number | undefined;
  hasOwnOrders: boolean;
  storage?: WorldStorage;
}

export function createWorldStorages(tables: StateTables): WorldStorages {
  const known = new Map<string, KnownWorld>();
  let startId = 0;
  let lastId = 0;
  for (const { id, name, blocks } of tables.worlds()) {
    lastId = Math.max(lastId, id);
    if (name === startName) startId = id;
    else known.set(name, { id, hasOwnOrders: blocks !== null });
  }

  function createWorldStorage(name: string, world: KnownWorld): WorldStorage {
    /** Does the work with the world's row, made if it is not there yet. */
    function keepIn(work: (id: number) => void): void {
      const id = world.id ?? lastId + 1;
      tables.keep(() => {
        if (world.id === undefined) tables.putWorld(id, name);
        work(id);
      });
      world.id = id;
      lastId = Math.max(lastId, id);
    }
    const isDropped = () => known.get(name) !== world;

    return {
      ownOrders: () => (world.id !== undefined && world.hasOwnOrders ? tables.orders(world.id) : undefined),
      changes: () => (world.id === undefined ? [] : tables.changes(world.id)),
      write(position, order) {
        if (isDropped()) return;
        const { id } = world;
        if (id === undefined) keepIn((newId) => tables.putChange(newId, position, order));
        else tables.keepOne(() => tables.putChange(id, position, order));
      },
      reset(ownOrders) {
        if (isDropped()) return;
        if (ownOrders) {
          keepIn((id) => {
            tables.dropChanges(id);
            tables.putWorld(id, name, ownOrders);
          });
          world.hasOwnOrders = true;
          return;
        }
        const { id } = world;
        if (id === undefined) return;
        tables.keep(() => tables.dropWorld(id));
        Object.assign(world, { id: undefined, hasOwnOrders: false });
      },
      drop() {
        if (isDropped()) return;
        const { id } = world;
        if (id !== undefined) tables.keep(() => tables.dropWorld(id));
        known.delete(name);
      },
    };
  }

  return {
    startId,
    restart(orders) {
      tables.keep(() => {
        tables.clear();
        tables.putWorld(startId, startName, orders);
      });
      for (const world of known.values()) Object.assign(world, { id: undefined, hasOwnOrders: false });
    },
    names: () => [...known].filter(([, { id }]) => id !== undefined).map(([name]) => name),
    world(name) {
      const world = known.get(name) ?? { id: undefined, hasOwnOrders: false };
      known.set(name, world);
      world.storage ??= createWorldStorage(name, world);
      return world.storage;
    },
  };
}
