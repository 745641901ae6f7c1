/** The number of simultaneous calls: few at first, one more with each answer, and fewer for a server that cannot answer so many. */

/** The first and minimum number: a server that cannot answer two calls at once is rare. */
const minPlaces = 2;

export class ConcurrencyLimit {
  readonly #allowed: number;
  #least: number;
  #most: number;
  #places: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(allowed: number) {
    this.#allowed = allowed;
    this.#least = Math.min(minPlaces, allowed);
    this.#most = allowed;
    this.#places = this.#least;
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

  /** Notes an answer: one more call may be sent. */
  grow(): void {
    if (this.#waiting.length > 0) this.#places = Math.min(this.#most, this.#places + 1);
    this.#letIn();
  }

  /** Halves the number for the rest of the run. */
  halve(): void {
    this.#most = Math.max(this.#least, Math.floor(this.#places / 2));
    this.#places = this.#most;
  }

  /** Allows all places permanently, since the number of calls is not the reason. */
  lift(): void {
    this.#least = this.#allowed;
    this.#most = this.#allowed;
    this.#places = this.#allowed;
    this.#letIn();
  }

  #letIn(): void {
    while (this.#inside < this.#places && this.#waiting.length > 0) {
      this.#inside++;
      this.#waiting.shift()!();
    }
  }
}
