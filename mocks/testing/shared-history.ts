/**
 * Answers to clients of several mocks with one state, and contradictions among them. Every reset has new orders, so that
 * each order is pending, and then cancelled, shipped, or removed by the next reset.
 */

/** The times of a request and its answer, and the outcome. */
export interface Told {
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

interface ToldOf extends Told {
  readonly id: number;
}
interface Reset extends Told {
  readonly ids: readonly number[];
}

/** Of one world. */
export class WorldHistory {
  readonly #resets: Reset[] = [];
  readonly #lists: Listed[] = [];
  readonly #cancels: ToldOf[] = [];
  readonly #ships: ToldOf[] = [];

  reset(ids: readonly number[], told: Told): void {
    this.#resets.push({ ids, ...told });
  }
  cancel(id: number, told: Told): void {
    this.#cancels.push({ id, ...told });
  }
  ship(id: number, told: Told): void {
    this.#ships.push({ id, ...told });
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
    cancelsOf: ReadonlyMap<number, readonly ToldOf[]>,
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
      const isStale = cancelsOf.get(id)?.some((told) => isDone(told) && told.endedAt < sentAt);
      if (isStale) yield `a list showed order ${id} after its cancel was answered`;
    }
    const shown = new Set(ids);
    for (const id of reset.ids) {
      if (shown.has(id) || cancelsOf.get(id)?.some((told) => mayHaveBeenDone(told, endedAt))) continue;
      yield `a list lacked order ${id}, which no client had cancelled`;
    }
  }
}

const isDone = ({ outcome }: Told) => outcome === "done";
const mayHaveBeenDone = ({ outcome, sentAt }: Told, before: number) =>
  (outcome === "done" || outcome === "unknown") && sentAt < before;
