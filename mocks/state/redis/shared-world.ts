/**
 * The requests to one world, in the order in which they came. Those that wait together are answered in
 * memory one after the other, and what they change goes to Redis in one exchange: kept on the very
 * version of the world that they were answered on, or not at all, when they are answered anew.
 */

import type { MockReply } from "../../http/reply.ts";
import { startWorldName } from "../../http/world.ts";
import type { FetchedJournal } from "../../journal/fetched-journal.ts";
import type { SharedNeeds } from "../../worlds/sharing.ts";
import type { Worlds } from "../../worlds/world-state.ts";
import { describeBatch, noChange } from "./describe-batch.ts";
import { numbered, SharedBatch } from "./shared-batch.ts";
import type { SharedStore } from "./shared-store.ts";
import { stateInDoubt, stateNotKept, stateUnreachable } from "./state-refusals.ts";
import { WorldCopy } from "./world-copy.ts";

/** A request that waits for its answer. */
export interface Waiting {
  readonly needs: SharedNeeds;
  /** A call of the API is answered at once; the control plane may take turns. */
  readonly run: () => MockReply | Promise<MockReply>;
  /** Milliseconds of the common clock after which nothing of it may happen. */
  readonly deadline: number;
  finish(reply: MockReply): void;
  refuse(reply: MockReply): void;
}

/** Requests that are answered in one exchange. */
const mostAtOnce = 200;
/** More changed orders than this are too much for one command. */
const mostPairs = 100_000;
/** How often the last use of a world is noted (milliseconds). */
const touchMs = 1000;

/**
 * `kept`; `changed`: nothing was kept, and the copy is as Redis has the world now; `full`: there are too many
 * worlds; `unreachable`: nothing was kept; `in doubt`: nobody knows. Anything else is why Redis refused.
 */
type Outcome = "kept" | "changed" | "full" | "unreachable" | "in doubt" | { readonly refused: string };

export class SharedWorld extends WorldCopy {
  readonly #getStore: () => SharedStore;
  #waiting: Waiting[] = [];
  #isAtWork = false;
  #touchedAt = Number.NEGATIVE_INFINITY;
  /** Whether there are too many worlds for this one. */
  isRefused = false;

  /** @param getStore there once the mock is made, whose start world has its copy before that */
  constructor(name: string, getStore: () => SharedStore) {
    super(name);
    this.#getStore = getStore;
  }

  get #store(): SharedStore {
    return this.#getStore();
  }

  /** Whether the copy can be forgotten. */
  get isIdle(): boolean {
    return !this.#isAtWork && this.state?.events?.hasFollowers !== true;
  }

  take(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    // What comes in this turn of the event loop goes out together.
    setImmediate(() => void this.#work());
  }

  async #work(): Promise<void> {
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) {
      try {
        await this.#answer(batch);
      } catch (error) {
        this.rollBack(this.#store.worlds);
        this.version = "";
        for (const each of batch) each.refuse(stateNotKept(`the mock itself failed: ${error}`));
      }
    }
    this.#isAtWork = false;
  }

  /** Calls of the API together; one of the control plane alone. */
  #next(): readonly Waiting[] {
    const alone = this.#waiting.findIndex(({ needs }) => !needs.isCall);
    const end = alone < 0 ? mostAtOnce : Math.min(Math.max(1, alone), mostAtOnce);
    return this.#waiting.splice(0, end);
  }

  async #answer(open: readonly Waiting[]): Promise<void> {
    const store = this.#store;
    const deadline = Math.min(...open.map((each) => each.deadline));
    let outcome: Outcome = "changed";
    for (let isRetry = false; outcome === "changed"; isRetry = true) {
      const isNew = this.state === undefined;
      if (!this.#open()) {
        outcome = "full";
        break;
      }
      // A drop that was taken back has left no copy, and Redis has more than a new world does.
      if (isNew && isRetry) this.version = "";
      if (this.version === "") outcome = await this.#exchange(deadline);
      if (outcome !== "changed") break;
      // Told that it changed, the copy may still lack what it had itself.
      if (this.version === "") continue;
      const isThere = await store.prepare(open[0]!.needs, this, deadline);
      if (isThere === undefined) {
        outcome = "unreachable";
        break;
      }
      if (!isThere) this.forget();
      this.batch = new SharedBatch();
      const replies: MockReply[] = [];
      for (const each of open) {
        const given = each.run();
        replies.push(given instanceof Promise ? await given : given);
      }
      outcome = isThere ? await this.#exchange(deadline) : "kept";
      if (outcome === "kept") {
        this.batch = undefined;
        for (const [place, each] of open.entries()) each.finish(replies[place]!);
        return;
      }
      this.rollBack(store.worlds);
    }
    await this.#refuse(open, outcome);
  }

  async #refuse(open: readonly Waiting[], outcome: Outcome): Promise<void> {
    if (outcome === "full") {
      this.isRefused = true;
      for (const each of open) each.finish(await each.run());
      this.isRefused = false;
      this.forget();
      return;
    }
    if (outcome === "unreachable") {
      const now = this.#store.now();
      for (const each of open) if (each.deadline <= now) each.refuse(stateUnreachable);
      this.#waiting.unshift(...open.filter(({ deadline }) => deadline > now));
      return;
    }
    if (outcome === "in doubt") this.version = "";
    const reply = typeof outcome === "object" ? stateNotKept(outcome.refused) : stateInDoubt;
    for (const each of open) each.refuse(reply);
  }

  override rollBack(worlds: Worlds): void {
    if (this.batch?.startAll) worlds.startNext(this.#store.next);
    super.rollBack(worlds);
  }

  /** The copy in memory, made if it is not there. @returns false where there is no room for it */
  #open(): boolean {
    if (this.state) return true;
    const { worlds, generation } = this.#store;
    this.state = this.quietly(() => (this.name === startWorldName ? worlds.start : worlds.open(this.name)));
    if (this.state) this.startFresh(generation, worlds);
    return this.state !== undefined;
  }

  /** Nothing of the world stays in memory. */
  forget(): void {
    this.batch = undefined;
    this.version = "";
    if (this.name === startWorldName) return;
    this.quietly(() => this.#store.worlds.forget(this.name));
    this.state = undefined;
  }

  /** Brings the copy up to date, and keeps what the batch changed if it was. */
  async #exchange(deadline: number): Promise<Outcome> {
    const store = this.#store;
    const { batch } = this;
    const now = store.now();
    const isTouched = now - this.#touchedAt >= touchMs && batch?.isDropped !== true;
    const change = batch ? describeBatch(batch, this, store.worlds) : noChange;
    if (change.pairs.length > 2 * mostPairs)
      return { refused: `more than ${mostPairs} orders changed at once` };
    const facts = {
      version: batch ? this.version : "",
      count: this.count,
      ownKnown: this.ownId,
      deadline: String(Math.floor(deadline)),
      touch: isTouched ? "1" : "",
      ...change.facts,
    };
    const reply = await store.exchange(this.name, facts, [...change.pairs, ...change.entries], deadline);
    if (!("outcome" in reply)) return reply.fault;
    if (reply.outcome === "full") return "full";
    if (reply.outcome === "changed") {
      this.rollBack(store.worlds);
      store.takeGeneration(reply);
      if (batch === undefined || (batch.isUndoable && this.version !== "")) this.follow(reply, store.worlds);
      return "changed";
    }
    if (isTouched) this.#touchedAt = now;
    if (batch?.startAll) {
      store.takeStart(reply.version, batch.startAll);
      this.startFresh(reply.version, store.worlds);
      this.batch = undefined;
    } else if (batch?.isDropped) this.forget();
    else this.settle(reply, change.facts.parts, change.facts.ownText !== "");
    return "kept";
  }

  /** The journal as Redis has it. @param newest number of the last entry */
  fill(newest: number, texts: readonly string[]): void {
    const first = newest - texts.length + 1;
    const journal = this.state?.journal as FetchedJournal | undefined;
    journal?.fill(texts.map((text, place) => numbered(text, first + place)));
  }
}
