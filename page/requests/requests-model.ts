/** The requests and answers of the world, the newest first, updated unless paused. */

import { computed, signal } from "@preact/signals";
import { matchPath, type OperationId, versionPrefix } from "../../spec/wire.ts";
import type { JournalEntry } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

/** `failed`: 5xx, cut, reset, or no answer. */
export type Kind = "all" | "fine" | "refused" | "failed";
export type Called = "all" | OperationId | "other";
/** The shown callers: applications, or all, including the page and the judge. */
type Source = "application" | "all";

/** Twice the default length of the mock's journal. */
const maxKept = 1000;

export function createRequestsModel(session: Session) {
  /** Newest first. */
  const all = signal<readonly JournalEntry[]>([]);
  /** The requests that are shown while the list is paused. */
  const frozen = signal<readonly JournalEntry[] | undefined>(undefined);
  const paused = signal(false);
  const isScrolled = signal(false);
  const text = signal("");
  const kind = signal<Kind>("all");
  const called = signal<Called>("all");
  const source = signal<Source>("application");
  /** The id of the request whose details are shown. */
  const selected = signal<number>();
  let arrived: JournalEntry[] = [];

  /** Requests that arrive at the same time, which are shown together. */
  function take(entry: JournalEntry): void {
    if (arrived.push(entry) > 1) return;
    nextFrame(() => {
      all.value = [...arrived.reverse(), ...all.value].slice(0, maxKept);
      arrived = [];
    });
  }
  function empty(): void {
    arrived = [];
    selected.value = undefined;
    all.value = [];
    if (frozen.value) frozen.value = [];
  }
  /** Requests from before the page listened. */
  async function readJournal(): Promise<void> {
    empty();
    const entries = (await session.ask((control) => control.journal())) ?? [];
    const oldest = all.value.at(-1) ?? arrived[0];
    const earlier = entries.filter(({ id }) => oldest === undefined || id < oldest.id);
    all.value = [...all.value, ...earlier.reverse()];
    if (frozen.value) frozen.value = all.value;
  }

  const isStill = computed(() => paused.value || isScrolled.value || selected.value !== undefined);
  isStill.subscribe((still) => {
    frozen.value = still ? all.value : undefined;
  });

  /** The requests of the shown source. */
  const seen = (entries: readonly JournalEntry[]) =>
    source.value === "all" ? entries : entries.filter(({ client }) => client === undefined);

  session.onFresh(() => void readJournal());
  session.onEvent((event) => {
    if (event.event === "exchange") take(event.entry);
    else if (event.event === "journal-cleared" || event.event === "reset") empty();
  });

  return {
    /** The requests that match the filter, newest first. */
    shown: computed(() => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      return seen(frozen.value ?? all.value).filter((entry) => {
        const { method, target, status, why, end = "" } = entry;
        const line = `${method} ${target} ${status} ${why} ${end}`.toLowerCase();
        return (
          (kind.value === "all" || kindOf(entry) === kind.value) &&
          (called.value === "all" || (operationOf(entry) ?? "other") === called.value) &&
          words.every((word) => line.includes(word))
        );
      });
    }),
    /** Number of requests since the pause. */
    waiting: computed(() => {
      if (!frozen.value) return 0;
      const newest = frozen.value[0];
      const place = newest ? all.value.indexOf(newest) : -1;
      return seen(place < 0 ? all.value : all.value.slice(0, place)).length;
    }),
    /** Number of hidden calls of the page and of the judge. */
    hidden: computed(() => all.value.length - seen(all.value).length),
    isFiltered: computed(() => text.value !== "" || kind.value !== "all" || called.value !== "all"),
    called,
    source,
    selected,
    paused,
    /** Whether the list is paused because it is scrolled down. */
    view(first: number) {
      isScrolled.value = first > 0;
    },
    text,
    kind,
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

/** The called operation of the document. */
export function operationOf({ method, target }: JournalEntry): OperationId | undefined {
  const [path = ""] = target.split("?", 1);
  if (!path.startsWith(versionPrefix)) return undefined;
  return matchPath(path.slice(versionPrefix.length))?.operations.get(method === "HEAD" ? "GET" : method);
}
