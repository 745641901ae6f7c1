/** The number of simultaneous calls: the allowed one at first, and fewer for a server that cannot answer so many. */

/** Calls are not sent one by one: a server that cannot answer two at once is rare. */
const minPlaces = 2;

export class ConcurrencyLimit {
  readonly #allowed: number;
  #places: number;
  #least: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(allowed: number) {
    this.#allowed = allowed;
    this.#places = allowed;
    this.#least = Math.min(minPlaces, allowed);
  }

  get places(): number {
    return this.#places;
  }

  /** Whether others are under way beside a call, and fewer of them may help. */
  get mayBeTooMany(): boolean {
    return this.#inside > 1 && this.#places > this.#least;
  }

  /**
   * Runs a task once a place is free.
   * @param turn now: one of several calls that must be sent together; next: before the waiting ones. Default: after them
   */
  async run<T>(task: () => Promise<T>, turn?: "now" | "next"): Promise<T> {
    // A place that is passed to the next call stays counted.
    if (turn === "now" || this.#inside < this.#places) this.#inside++;
    else
      await new Promise<void>((enter) =>
        turn === "next" ? this.#waiting.unshift(enter) : this.#waiting.push(enter),
      );
    try {
      return await task();
    } finally {
      this.#inside--;
      this.#letIn();
    }
  }

  /** Halves the number from now on. */
  halve(): void {
    this.#places = Math.max(this.#least, Math.floor(this.#places / 2));
  }

  /** Allows all places permanently, since the number of calls is not the reason. */
  lift(): void {
    this.#places = this.#allowed;
    this.#least = this.#allowed;
    this.#letIn();
  }

  #letIn(): void {
    while (this.#inside < this.#places && this.#waiting.length > 0) {
      this.#inside++;
      this.#waiting.shift()!();
    }
  }
}
