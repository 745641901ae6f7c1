/** A `Map` grows by moving all that it holds, which for a million ids keeps everybody waiting: so there are several. */
const mostParts = 64;
/** Fewer ids are in one. */
const manyIds = 16_384;

/** Positions by id. */
export class IdIndex {
  readonly #parts: Map<bigint, number>[];
  readonly #mask: bigint;

  /** @param expected ids, roughly */
  constructor(expected: number = Number.POSITIVE_INFINITY) {
    const count = expected < manyIds ? 1 : mostParts;
    this.#parts = Array.from({ length: count }, () => new Map());
    this.#mask = BigInt(count - 1);
  }

  get(id: bigint): number | undefined {
    return this.#partOf(id).get(id);
  }

  set(id: bigint, position: number): void {
    this.#partOf(id).set(id, position);
  }

  #partOf(id: bigint): Map<bigint, number> {
    return this.#parts[this.#parts.length === 1 ? 0 : Number(id & this.#mask)]!;
  }
}
