/** The places for simultaneous calls: two at first, one more with each answer, half as many where a server cannot answer them. */

/** The first and minimum number of places: a server that cannot answer two calls at once is rare. */
const minPlaces = 2;
/** Maximum number of promises between an answer and the call that waited for it. */
const maxSteps = 100;

/**
 * now: one of several calls that must be sent together, which waits for no place. The others in the order in which waiting
 * calls get places.
 */
export type Turn = "now" | "urgent" | "acting" | "reading";

export class Places {
  #max: number;
  #count: number;
  #taken = 0;
  readonly #waiting: Readonly<Record<Exclude<Turn, "now">, (() => void)[]>> = {
    urgent: [],
    acting: [],
    reading: [],
  };

  /** @param max maximum number of places */
  constructor(max: number) {
    this.#max = max;
    this.#count = Math.min(minPlaces, max);
  }

  /** Whether simultaneous calls may be the reason of a timeout. */
  get areMany(): boolean {
    return this.#count > minPlaces && this.#taken > 1;
  }

  /** Takes a place, once one is free. */
  async enter(turn: Turn = "reading"): Promise<void> {
    if (turn === "now" || this.#taken < this.#count) {
      this.#taken++;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting[turn].push(resolve);
    await promise;
  }

  /**
   * Gives the place back; after an urgent call a little later, so that the call that waited for its answer comes next. With
   * 15 orders a run thus waits for 52 answers in a row, not for 55. A timer in place of the promises would let other answers
   * come between: the order of the calls would change from run to run, and some mistakes would lose their likely cause.
   */
  async leave(turn?: Turn): Promise<void> {
    for (let left = turn === "urgent" ? maxSteps : 0; left > 0; left--) await undefined;
    this.#taken--;
    this.#letIn();
  }

  /** Notes an answer: one more call may be sent. */
  grow(): void {
    const isOneWaiting = Object.values(this.#waiting).some((calls) => calls.length > 0);
    if (isOneWaiting) this.#count = Math.min(this.#max, this.#count + 1);
    this.#letIn();
  }

  /** Halves the number for the rest of the run. */
  halve(): void {
    this.#max = Math.max(Math.min(minPlaces, this.#max), Math.floor(this.#count / 2));
    this.#count = this.#max;
  }

  #letIn(): void {
    for (const turn of ["urgent", "acting", "reading"] as const) {
      const waiting = this.#waiting[turn];
      while (waiting.length > 0 && this.#taken < this.#count) {
        this.#taken++;
        waiting.shift()!();
      }
    }
  }
}
