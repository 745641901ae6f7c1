/** What the requests of one exchange with Redis would change in a world: kept together, or taken back together. */

import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { JournalEntry } from "../../journal/journal-entry.ts";
import type { MockEvent } from "../../worlds/events.ts";
import type { OrderStart, WorldState } from "../../worlds/world-state.ts";
import { formatWhole } from "./own-orders.ts";

export class SharedBatch {
  /** By position; undefined where an order was removed. */
  readonly writes = new Map<number, FixtureOrder | undefined>();
  /** What was there before, for those positions that had a change. */
  readonly #before = new Map<number, FixtureOrder | undefined>();
  readonly events: MockEvent[] = [];
  isReset = false;
  isDropped = false;
  startAll: OrderStart | undefined;
  /** The last use of worlds that are dropped, at most. */
  dropIdle: number | undefined;

  write(position: number, order: FixtureOrder | undefined, world: WorldState): void {
    const changes = world.store.changes();
    if (!this.writes.has(position) && changes.has(position))
      this.#before.set(position, changes.get(position));
    this.writes.set(position, order);
  }

  /** The world starts over: nothing before counts. */
  reset(): void {
    this.isReset = true;
    this.writes.clear();
  }

  /** Whether the world can be put back from what is here. */
  get isUndoable(): boolean {
    return !this.isReset && !this.isDropped && !this.startAll;
  }

  /** To be called while changes are kept nowhere. */
  undo({ store, memory }: WorldState): void {
    // Backwards: orders at the end take the place of others that were removed there.
    for (const position of [...this.writes.keys()].toSorted((a, b) => b - a)) {
      if (this.#before.has(position)) {
        store.set(position, this.#before.get(position));
      } else {
        memory.unset(position);
        store.unset(position);
      }
    }
  }

  /** Positions and orders, an empty text where one was removed. */
  pairs(): string[] {
    return [...this.writes].flatMap(([position, order]) => [
      String(position),
      order ? formatWhole(order) : "",
    ]);
  }

  /** The journal's entries, and the events with a number in place of each entry. */
  formatEvents(): { readonly entries: string[]; readonly events: string } {
    const entries: string[] = [];
    const events = this.events.map((event) =>
      event.event === "exchange" ? entries.push(JSON.stringify(event.entry)) - 1 : event,
    );
    return { entries, events: events.length === 0 ? "" : JSON.stringify(events) };
  }
}

/** The events of a message. @param world whose name stands in those that are for every world */
export function parseEvents(message: string, world: string): readonly MockEvent[] {
  const [first, events = "[]", ...entries] = message.split("\n");
  return (JSON.parse(events) as readonly (MockEvent | number)[]).map((event) =>
    typeof event === "number"
      ? { event: "exchange", world, entry: numbered(entries[event]!, Number(first) + event) }
      : { ...event, world },
  );
}

export function numbered(text: string, id: number): JournalEntry {
  return { ...(JSON.parse(text) as JournalEntry), id };
}
