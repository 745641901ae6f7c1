/** Events of a world, and their listeners. */

import type { JournalEntry } from "../journal/journal-entry.ts";

/** An event without the name of its world, which `WorldEvents` adds. */
type OwnEvent =
  /** A request was answered. */
  | { readonly event: "exchange"; readonly entry: JournalEntry }
  /**
   * Orders were added, changed or removed, by any request or operation. `ids` are their ids in digits; left out where there
   * are too many.
   */
  | { readonly event: "orders"; readonly ids?: readonly string[] }
  /** Another operation of the control plane. `dropped` is the last event of a world. */
  | { readonly event: "reset" | "restored" | "faults" | "profile" | "journal-cleared" | "dropped" };

export type MockEvent = OwnEvent & { readonly world: string };

/** Maximum number of changed orders that are named. */
const maxIds = 1000;

export class WorldEvents {
  readonly #world: string;
  /** Receives the events in place of the listeners. */
  relay: ((event: MockEvent) => void) | undefined;
  readonly #followers = new Set<(event: MockEvent) => void>();
  /** Changed orders for the next event. */
  #changed: Set<bigint> | undefined;

  constructor(world: string) {
    this.#world = world;
  }

  get isFollowed(): boolean {
    return this.relay !== undefined || this.hasFollowers;
  }

  get hasFollowers(): boolean {
    return this.#followers.size > 0;
  }

  /** @returns a function that removes the listener */
  follow(listener: (event: MockEvent) => void): () => void {
    // A listener that is added twice is called twice.
    const own = (event: MockEvent) => listener(event);
    this.#followers.add(own);
    return () => {
      this.#followers.delete(own);
    };
  }

  /** Notes a changed order; `emitOrders` emits one event for all when the operation is done. */
  orderChanged(id: bigint): void {
    if (!this.isFollowed) return;
    this.#changed ??= new Set();
    if (this.#changed.size <= maxIds) this.#changed.add(id);
  }

  emitOrders(): void {
    const changed = this.#changed;
    if (!changed) return;
    this.#changed = undefined;
    this.emit(
      changed.size > maxIds ? { event: "orders" } : { event: "orders", ids: [...changed].map(String) },
    );
  }

  emit(own: OwnEvent): void {
    if (!this.isFollowed) return;
    if (own.event === "reset" || own.event === "restored") this.#changed = undefined;
    const event: MockEvent = Object.assign({ event: own.event, world: this.#world }, own);
    if (this.relay) this.relay(event);
    else this.deliver(event);
  }

  deliver(event: MockEvent): void {
    for (const follower of this.#followers) {
      try {
        follower(event);
      } catch (error) {
        // An error of a listener is not an error of the request.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
