/** What a world tells those who follow it. */

import type { JournalEntry } from "../journal/journal-entry.ts";

export type MockEvent =
  /** A request was answered. */
  | { readonly event: "exchange"; readonly world: string; readonly entry: JournalEntry }
  /**
   * Orders were added, changed or removed, whoever did it.
   * `ids` are theirs in digits; left out where they are too many to name.
   */
  | { readonly event: "orders"; readonly world: string; readonly ids?: readonly string[] }
  /** The control plane did something else to the world. After `dropped` nothing more is told. */
  | {
      readonly event: "reset" | "restored" | "faults" | "profile" | "journal-cleared" | "dropped";
      readonly world: string;
    };

/** An event of one world, which knows its own name. */
type OwnEvent = MockEvent extends infer Event
  ? Event extends MockEvent
    ? Omit<Event, "world">
    : never
  : never;

/** Where the events of a world go instead of straight to its followers. */
export interface EventRelay {
  tell(event: MockEvent): void;
  /** Somebody follows now, or nobody any more. */
  followed(isFollowed: boolean): void;
}

/** More changed orders than this are not named. */
const mostIds = 1000;

export class WorldEvents {
  readonly #world: string;
  readonly #relay: EventRelay | undefined;
  readonly #followers = new Set<(event: MockEvent) => void>();
  /** Changed orders that followers were not told of yet. */
  #changed: Set<bigint> | undefined;

  constructor(world: string, relay?: EventRelay) {
    this.#world = world;
    this.#relay = relay;
  }

  get isFollowed(): boolean {
    return this.#relay !== undefined || this.hasFollowers;
  }

  get hasFollowers(): boolean {
    return this.#followers.size > 0;
  }

  /** @returns how to stop */
  follow(listener: (event: MockEvent) => void): () => void {
    // One that follows twice is told twice.
    const own = (event: MockEvent) => listener(event);
    this.#followers.add(own);
    this.#relay?.followed(true);
    return () => {
      this.#followers.delete(own);
      this.#relay?.followed(this.hasFollowers);
    };
  }

  /** An order changed; `tellOrders` tells of it once the whole work is done. */
  orderChanged(id: bigint): void {
    if (!this.isFollowed) return;
    this.#changed ??= new Set();
    if (this.#changed.size <= mostIds) this.#changed.add(id);
  }

  /** What changed is not to be told: it was told elsewhere. */
  forgetOrders(): void {
    this.#changed = undefined;
  }

  tellOrders(): void {
    const changed = this.#changed;
    if (!changed) return;
    this.#changed = undefined;
    this.tell(
      changed.size > mostIds ? { event: "orders" } : { event: "orders", ids: [...changed].map(String) },
    );
  }

  tell(own: OwnEvent): void {
    if (!this.isFollowed) return;
    if (own.event === "reset" || own.event === "restored") this.#changed = undefined;
    const { event: name, ...rest } = own;
    const event = { event: name, world: this.#world, ...rest } as MockEvent;
    if (this.#relay) this.#relay.tell(event);
    else this.deliver(event);
  }

  deliver(event: MockEvent): void {
    for (const follower of this.#followers) {
      try {
        follower(event);
      } catch (error) {
        // Not the fault of the request that it was told of.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
