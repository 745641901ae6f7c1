/**
 * Answers to clients of several mocks with one state, and contradictions among them. Every reset has new orders, so that
 * each order is pending, and then cancelled, shipped, or removed by the next reset.
 */

/** The times of a request and its answer, and the outcome. */
export interface CallRecord {
  readonly sentAt: number;
  readonly endedAt: number;
  /** `refused`: without effect. `unknown`: it had no effect after `endedAt`. */
  readonly outcome: "done" | "refused" | "unknown" | "missing";
}

export interface Listed {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly ids: readonly number[];
}

interface OrderRecord extends CallRecord {
  readonly id: number;
}
interface Reset extends CallRecord {
  readonly ids: readonly number[];
}

/** The answers of one world. */
export class WorldHistory {
  readonly #resets: Reset[] = [];
  readonly #lists: Listed[] = [];
  readonly #cancels: OrderRecord[] = [];
  readonly #ships: OrderRecord[] = [];

  reset(ids: readonly number[], record: CallRecord): void {
    this.#resets.push({ ids, ...record });
  }
  cancel(id: number, record: CallRecord): void {
    this.#cancels.push({ id, ...record });
  }
  ship(id: number, record: CallRecord): void {
    this.#ships.push({ id, ...record });
  }
  list(listed: Listed): void {
    this.#lists.push(listed);
  }

  /** Descriptions of contradictions; empty for a possible history. */
  *contradictions(): Generator<string> {
    const resetOf = new Map(this.#resets.flatMap((reset) => reset.ids.map((id) => [id, reset] as const)));
    const cancelsOf = Map.groupBy(this.#cancels, ({ id }) => id);
    const shipsOf = Map.groupBy(this.#ships, ({ id }) => id);
    for (const [id, cancels] of cancelsOf) {
      const done = cancels.filter(isDone);
      const shipped = (shipsOf.get(id) ?? []).filter(isDone);
      if (done.length > 1) yield `order ${id} was cancelled by ${done.length} answers of 204`;
      if (shipped.length > 1) yield `order ${id} was shipped ${shipped.length} times`;
      if (done.length > 0 && shipped.length > 0) yield `order ${id} was cancelled and shipped`;
      const reset = resetOf.get(id);
      // If an order existed and a cancel does not find it, another call must have removed it.
      for (const { outcome, sentAt, endedAt } of cancels) {
        const wasThere = reset && isDone(reset) && reset.endedAt < sentAt;
        if (outcome !== "missing" || !wasThere) continue;
        const isCancelled = cancels.some((other) => mayHaveBeenDone(other, endedAt));
        const isReplaced = this.#resets.some((other) => other !== reset && mayHaveBeenDone(other, endedAt));
        if (!isCancelled && !isReplaced) yield `order ${id} was gone, and no client had cancelled it`;
      }
    }
    for (const listed of this.#lists) yield* this.#contradictionsOf(listed, resetOf, cancelsOf);
  }

  *#contradictionsOf(
    listed: Listed,
    resetOf: ReadonlyMap<number, Reset>,
    cancelsOf: ReadonlyMap<number, readonly OrderRecord[]>,
  ): Generator<string> {
    const { ids, sentAt, endedAt } = listed;
    const [first] = ids;
    const reset = first === undefined ? undefined : resetOf.get(first);
    if (!reset) return;
    if (ids.some((id) => resetOf.get(id) !== reset)) yield `a list showed orders of two resets: ${ids}`;
    if (reset.sentAt > endedAt || reset.outcome === "refused")
      yield `a list showed orders of a reset that was not made: ${ids}`;
    const isOld = this.#resets.some(
      (next) => isDone(next) && next.sentAt > reset.endedAt && next.endedAt < sentAt,
    );
    if (isOld) yield `a list showed orders of before an answered reset: ${ids}`;
    for (const id of ids) {
      const isStale = cancelsOf.get(id)?.some((record) => isDone(record) && record.endedAt < sentAt);
      if (isStale) yield `a list showed order ${id} after its cancel was answered`;
    }
    const shown = new Set(ids);
    for (const id of reset.ids) {
      if (shown.has(id) || cancelsOf.get(id)?.some((record) => mayHaveBeenDone(record, endedAt))) continue;
      yield `a list lacked order ${id}, which no client had cancelled`;
    }
  }
}

const isDone = ({ outcome }: CallRecord) => outcome === "done";
const mayHaveBeenDone = ({ outcome, sentAt }: CallRecord, before: number) =>
  (outcome === "done" || outcome === "unknown") && sentAt < before;
