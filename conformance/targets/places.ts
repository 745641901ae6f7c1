/** The places for simultaneous calls: two at first, one more with each answer, half as many where a server cannot answer them. */

/** The first and minimum number of places: a server that cannot answer two calls at once is rare. */
const minPlaces = 2;
/** Maximum number of promises between an answer and the call that waited for it. */
const maxSteps = 100;

/** now: one of several calls that must be sent together; next: before the waiting ones. Default: after them. */
export type Turn = "now" | "next";

export class Places {
  #max: number;
  #count: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

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
  async enter(turn?: Turn): Promise<void> {
    if (turn === "now" || this.#taken < this.#count) {
      this.#taken++;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    if (turn === "next") this.#waiting.unshift(resolve);
    else this.#waiting.push(resolve);
    await promise;
  }

  /**
   * Gives the place back; after an urgent call a little later, so that the call that waited for its answer comes next. With
   * 15 orders a run thus waits for 68 answers in a row, not for 70.
   */
  async leave(turn?: Turn): Promise<void> {
    for (let left = turn === "next" ? maxSteps : 0; left > 0; left--) await undefined;
    this.#taken--;
    this.#letIn();
  }

  /** Notes an answer: one more call may be sent. */
  grow(): void {
    if (this.#waiting.length > 0) this.#count = Math.min(this.#max, this.#count + 1);
    this.#letIn();
  }

  /** Halves the number for the rest of the run. */
  halve(): void {
    this.#max = Math.max(Math.min(minPlaces, this.#max), Math.floor(this.#count / 2));
    this.#count = this.#max;
  }

  #letIn(): void {
    while (this.#taken < this.#count && this.#waiting.length > 0) {
      this.#taken++;
      this.#waiting.shift()!();
    }
  }
}
