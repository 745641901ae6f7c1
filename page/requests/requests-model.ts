/** What the world was asked and answered: the newest first, as it happens, unless it is held still. */

import { computed, signal } from "@preact/signals";
import { matchPath, type OperationId, versionPrefix } from "../../spec/wire.ts";
import type { JournalEntry } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

/** `failed`: 5xx, cut, reset, or no answer. */
export type Kind = "all" | "fine" | "refused" | "failed";
export type Called = "all" | OperationId | "other";
/** Who called: an application, or everybody, the page and the judge too. */
export type Source = "application" | "all";

/** As many as the mock's journal remembers by itself, twice. */
const mostKept = 1000;

export type RequestsModel = ReturnType<typeof createRequestsModel>;

export function createRequestsModel(session: Session) {
  /** Newest first. */
  const all = signal<readonly JournalEntry[]>([]);
  const frozen = signal<readonly JournalEntry[] | undefined>(undefined);
  const paused = signal(false);
  const held = signal(false);
  const text = signal("");
  const kind = signal<Kind>("all");
  const called = signal<Called>("all");
  const source = signal<Source>("application");
  /** The one whose details are shown, by its id. */
  const selected = signal<number>();
  let arrived: JournalEntry[] = [];
  /** Those that came while the journal was asked for. */
  let early: JournalEntry[] | undefined;

  /** Many that come at once are shown at once. */
  function take(entry: JournalEntry): void {
    early?.push(entry);
    if (arrived.push(entry) > 1) return;
    nextFrame(() => {
      all.value = [...arrived.reverse(), ...all.value].slice(0, mostKept);
      arrived = [];
    });
  }

  const still = () => {
    const isStill = paused.value || held.value || selected.value !== undefined;
    frozen.value = isStill ? (frozen.value ?? all.value) : undefined;
  };
  paused.subscribe(still);
  held.subscribe(still);
  selected.subscribe(still);

  /** Those of the source that is shown. */
  const seen = (entries: readonly JournalEntry[]) =>
    source.value === "all" ? entries : entries.filter(({ client }) => client === undefined);

  const empty = () => {
    arrived = [];
    selected.value = undefined;
    all.value = [];
    if (frozen.value) frozen.value = [];
  };

  session.onFresh(() => {
    const control = session.control();
    const since: JournalEntry[] = [];
    early = since;
    // The journal has what came before, and each of its entries once.
    void Promise.resolve(control.journal()).then(
      (entries) => {
        if (control !== session.control()) return;
        arrived = [];
        early = undefined;
        selected.value = undefined;
        const last = entries.at(-1)?.id ?? 0;
        all.value = [...entries, ...since.filter(({ id }) => id > last)].reverse();
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
    /** Those that the filter lets through, newest first. */
    shown: computed(() => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      return seen(frozen.value ?? all.value).filter(
        (entry) =>
          isOfKind(entry, kind.value) &&
          isOfCall(entry, called.value) &&
          words.every((word) => contains(entry, word)),
      );
    }),
    /** How many have come since it was paused. */
    waiting: computed(() => {
      if (!frozen.value) return 0;
      const newest = frozen.value[0];
      const place = newest ? all.value.indexOf(newest) : all.value.length;
      return seen(place < 0 ? all.value : all.value.slice(0, place)).length;
    }),
    /** How many calls of the page and of the judge are hidden. */
    hidden: computed(() => all.value.length - seen(all.value).length),
    isFiltered: computed(() => text.value !== "" || kind.value !== "all" || called.value !== "all"),
    called,
    source,
    selected,
    paused,
    text,
    kind,
    /** Still for as long as a person reads further down. */
    hold(isHeld: boolean) {
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

/** The operation of the document that was called. */
export function operationOf({ method, target }: JournalEntry): OperationId | undefined {
  const [path = ""] = target.split("?", 1);
  if (!path.startsWith(versionPrefix)) return undefined;
  return matchPath(path.slice(versionPrefix.length))?.operations.get(method === "HEAD" ? "GET" : method);
}

const isOfCall = (entry: JournalEntry, called: Called) =>
  called === "all" || (operationOf(entry) ?? "other") === called;

const isOfKind = (entry: JournalEntry, kind: Kind) => kind === "all" || kindOf(entry) === kind;

function contains({ method, target, status, why, end }: JournalEntry, word: string): boolean {
  return `${method} ${target} ${status} ${why} ${end ?? ""}`.toLowerCase().includes(word);
}
