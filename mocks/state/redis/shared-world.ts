/**
 * The requests to one world, in the order in which they came. Requests that wait together are answered in memory one
 * after the other, and what they change goes to Redis in one exchange: kept on the very version of the world that they
 * were answered on, or not at all, and then they are answered again.
 */

import { formatJson } from "../../../base/json.ts";
import { busyReply, type MockReply } from "../../http/reply.ts";
import { type SharedNeeds, tooManyWorlds } from "../../worlds/sharing.ts";
import type { ExchangeFacts } from "./redis-scripts.ts";
import { Damaged, seal } from "./sealed.ts";
import type { ExchangeResult } from "./shared-store.ts";
import { reasonOf } from "./start-facts.ts";
import { Batch, formatEvents, numbered, WorldCopy } from "./world-copy.ts";

export interface Waiting {
  readonly needs: SharedNeeds;
  readonly run: () => MockReply;
  /** The time from which it must not take effect any more, in milliseconds of this process's clock. */
  readonly deadline: number;
  finish(reply: MockReply): void;
  refuse(reply: MockReply): void;
}

const maxAtOnce = 200;
/** Maximum number of changed orders in one command. */
const maxWrites = 100_000;
/** How often the last use of a world is noted (milliseconds). */
const touchMs = 1000;

type Failure = Exclude<ExchangeResult, { readonly outcome: "done" | "changed" }>;

export class SharedWorld extends WorldCopy {
  #waiting: Waiting[] = [];
  #isAtWork = false;
  #touchedAt = Number.NEGATIVE_INFINITY;

  get isIdle(): boolean {
    return !this.#isAtWork && this.state?.events?.hasFollowers !== true;
  }

  take(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    // Requests of one turn of the event loop are sent together.
    setImmediate(() => void this.#work());
  }

  async #work(): Promise<void> {
    for (let open = this.#next(); open.length > 0; open = this.#next()) {
      try {
        const failure = await this.#answer(open);
        if (failure) this.#refuse(open, failure);
      } catch (error) {
        this.discard();
        const reason = error instanceof Damaged ? reasonOf(error) : ownFailure(error);
        for (const each of open) each.refuse(stateNotKept(reason));
      }
    }
    this.#isAtWork = false;
  }

  /** Calls of the API together; one of the control plane alone. */
  #next(): readonly Waiting[] {
    const alone = this.#waiting.findIndex(({ needs }) => !needs.isCall);
    const end = alone < 0 ? maxAtOnce : Math.min(Math.max(1, alone), maxAtOnce);
    return this.#waiting.splice(0, end);
  }

  async #answer(open: readonly Waiting[]): Promise<Failure | undefined> {
    const deadline = Math.min(...open.map((each) => each.deadline));
    for (let isRetry = false; ; isRetry = true) {
      if (!this.open(isRetry)) return { outcome: "full" };
      const { reads } = open[0]!.needs;
      if (this.version === "" || reads) {
        const read = await this.#exchange(deadline, undefined, reads);
        if (typeof read === "object") return read;
      }
      if (this.journal) this.journal.wasCleared = false;
      this.batch = new Batch();
      const replies = open.map((each) => each.run());
      const outcome = await this.#exchange(deadline, this.batch);
      if (typeof outcome === "object") return outcome;
      this.batch = undefined;
      if (outcome === "changed") continue;
      for (const [place, each] of open.entries()) each.finish(replies[place]!);
      return undefined;
    }
  }

  #refuse(open: readonly Waiting[], failure: Failure): void {
    const { outcome } = failure;
    if (outcome === "full") {
      this.forget();
      for (const each of open) each.refuse(tooManyWorlds);
      return;
    }
    this.discard();
    if (outcome === "unreachable") {
      const now = performance.now();
      for (const each of open) if (each.deadline <= now) each.refuse(stateUnreachable);
      this.#waiting.unshift(...open.filter(({ deadline }) => deadline > now));
      return;
    }
    const reply = outcome === "refused" ? stateNotKept(failure.reason) : stateInDoubt;
    for (const each of open) each.refuse(reply);
  }

  /** Updates the copy, and stores the changes of the batch if the copy was current. */
  async #exchange(
    deadline: number,
    batch?: Batch,
    reads?: SharedNeeds["reads"],
  ): Promise<"kept" | "changed" | Failure> {
    const store = this.store;
    const now = store.now();
    const isTouched = batch !== undefined && now - this.#touchedAt >= touchMs;
    const { entries, events } = formatEvents(batch?.events ?? []);
    const pairs = [...(batch?.writes ?? [])].flatMap(([position, order]) => [
      String(position),
      seal(order ? formatJson(order) : ""),
    ]);
    if (pairs.length > 2 * maxWrites)
      return {
        outcome: "refused",
        reason: [`more than ${maxWrites} orders changed at once`, "Change fewer."],
      };
    const facts: ExchangeFacts = {
      world: this.name,
      version: batch ? this.version : "",
      ownKnown: this.ownId,
      touch: isTouched,
      reads,
      ...(batch && this.describe(batch)),
      events,
      writes: pairs.length / 2,
    };
    const result = await store.exchange(facts, [...pairs, ...entries], deadline);
    if (result.outcome === "changed") {
      this.discard();
      if (this.state) this.load(result);
      if (reads === "journal") this.#fillJournal(result.more);
      if (reads === "worlds") store.takeSummaries(result.more);
      return "changed";
    }
    if (result.outcome !== "done") return result;
    if (isTouched) this.#touchedAt = now;
    this.keep(result.version, facts, batch);
    return "kept";
  }

  /** @param more the number of the newest entry, and the entries @throws {Damaged} */
  #fillJournal([newest = "0", ...texts]: readonly string[]): void {
    const first = Number(newest) - texts.length + 1;
    this.journal?.fill(texts.map((text, place) => numbered(text, first + place)));
  }
}

const stateUnreachable = busyReply(
  "state_unreachable",
  "The state of this mock is kept in Redis, which cannot be reached. Nothing was done: send the request again.",
);
const stateInDoubt = busyReply(
  "state_in_doubt",
  "The connection to Redis was lost before Redis answered. The change was made whole or not at all, and will not be made later: list the orders to see.",
);
const stateNotKept = ([fact, next]: readonly [string, string]) =>
  busyReply("not_kept", `Cannot answer with the state in Redis: ${fact}. Nothing was changed. ${next}`);
const ownFailure = (error: unknown) =>
  [`the mock itself failed (${error})`, "Send the request again."] as const;
