/** Events of a world, and entries of its journal, as texts. */

import type { JournalEntry } from "../../journal/journal-entry.ts";
import type { MockEvent } from "../../worlds/events.ts";
import { seal, unseal } from "./sealed.ts";

/** A message for listeners of a world. */
export interface EventsMessage {
  /** The name of the world; an asterisk for every world. */
  readonly world: string;
  /** The number of the first entry. */
  readonly first: number;
  /** Exchanges, in order. Redis's Lua writes an empty list as an object. */
  readonly entries: readonly string[] | Readonly<Record<string, never>>;
  /** The other events, delivered after the exchanges. */
  readonly events: string;
}

export function formatEvents(all: readonly MockEvent[]) {
  const others = all.filter(({ event }) => event !== "exchange");
  return {
    entries: all.flatMap((event) => (event.event === "exchange" ? [seal(JSON.stringify(event.entry))] : [])),
    events: all.length === 0 ? undefined : seal(JSON.stringify(others)),
    clears: others.some(({ event }) => event === "reset" || event === "journal-cleared"),
  };
}

/** @param world the name that the events get @throws {Unusable} */
export function readEvents({ first, entries, events }: EventsMessage, world: string): readonly MockEvent[] {
  const exchanges = readEntries(Object.values(entries), first);
  const others = JSON.parse(unseal(events)) as readonly MockEvent[];
  return [
    ...exchanges.map((entry) => ({ event: "exchange" as const, world, entry })),
    ...others.map((event) => ({ ...event, world })),
  ];
}

/** @param first the number of the first one @throws {Unusable} */
export function readEntries(texts: readonly string[], first: number): readonly JournalEntry[] {
  return texts.map((text, place) => ({ ...(JSON.parse(unseal(text)) as JournalEntry), id: first + place }));
}
