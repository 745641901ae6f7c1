/** What the world was asked and answered: the newest first, as it happens, unless it is held still. */

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { JournalEntry } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

export type Kind = "all" | "fine" | "refused" | "failed";

export interface TrafficModel {
  /** Those that the filter lets through, newest first. */
  readonly shown: ReadonlySignal<readonly JournalEntry[]>;
  /** How many have come since it was paused. */
  readonly waiting: ReadonlySignal<number>;
  readonly paused: Signal<boolean>;
  readonly text: Signal<string>;
  readonly kind: Signal<Kind>;
  /** Still for as long as a person reads further down. */
  hold(isHeld: boolean): void;
  clear(): Promise<void>;
}

/** As many as the mock's journal remembers by itself, twice. */
const mostKept = 1000;

export function createTrafficModel(session: Session): TrafficModel {
  /** Newest first. */
  const all = signal<readonly JournalEntry[]>([]);
  const frozen = signal<readonly JournalEntry[] | undefined>(undefined);
  const paused = signal(false);
  const held = signal(false);
  const text = signal("");
  const kind = signal<Kind>("all");
  let arrived: JournalEntry[] = [];

  /** Many that come at once are shown at once. */
  function take(entry: JournalEntry): void {
    if (arrived.push(entry) > 1) return;
    nextFrame(() => {
      all.value = [...arrived.reverse(), ...all.value].slice(0, mostKept);
      arrived = [];
    });
  }

  const still = () => {
    const isStill = paused.value || held.value;
    frozen.value = isStill ? (frozen.value ?? all.value) : undefined;
  };
  paused.subscribe(still);
  held.subscribe(still);

  const empty = () => {
    arrived = [];
    all.value = [];
    if (frozen.value) frozen.value = [];
  };

  session.onFresh(() => {
    const control = session.control();
    // The journal has what came before, and each of its entries once.
    void Promise.resolve(control.journal()).then(
      (entries) => {
        if (control !== session.control()) return;
        arrived = [];
        all.value = [...entries].reverse();
        if (frozen.value) frozen.value = all.value;
      },
      () => {},
    );
  });
  session.onEvent((event) => {
    if (event.event === "exchange") take(event.entry);
    else if (event.event === "journal-cleared" || event.event === "reset") empty();
  });

  return {
    shown: computed(() => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      const entries = frozen.value ?? all.value;
      if (words.length === 0 && kind.value === "all") return entries;
      return entries.filter(
        (entry) => isOfKind(entry, kind.value) && words.every((word) => contains(entry, word)),
      );
    }),
    waiting: computed(() => {
      if (!frozen.value) return 0;
      const newest = frozen.value[0];
      const place = newest ? all.value.indexOf(newest) : all.value.length;
      return place < 0 ? all.value.length : place;
    }),
    paused,
    text,
    kind,
    hold(isHeld) {
      held.value = isHeld;
    },
    async clear() {
      await session.control().clearJournal();
      empty();
    },
  };
}

function nextFrame(work: () => void): void {
  if (document.hidden) setTimeout(work, 200);
  else requestAnimationFrame(work);
}

/** The kind of answer: 2xx whole; 4xx; 5xx, cut, reset, or none. */
export function kindOf({ status, end }: JournalEntry): Exclude<Kind, "all"> {
  if (end !== undefined || status >= 500 || status === 0) return "failed";
  return status >= 400 ? "refused" : "fine";
}

const isOfKind = (entry: JournalEntry, kind: Kind) => kind === "all" || kindOf(entry) === kind;

function contains({ method, target, status, why, end }: JournalEntry, word: string): boolean {
  return `${method} ${target} ${status} ${why} ${end ?? ""}`.toLowerCase().includes(word);
}
