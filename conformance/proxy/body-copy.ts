/** A copy of a body that passes, as far as one is wanted and memory is left. */

export type BodyCopy = ReturnType<typeof createBodyCopy>;

/** All that copies may hold at once. */
export interface CopyBudget {
  bytesLeft: number;
}

export function createBodyCopy(limit: number, budget: CopyBudget) {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isWhole = true;
  const release = () => {
    if (isWhole) budget.bytesLeft += size;
    isWhole = size === 0;
    pieces.length = 0;
  };
  return {
    /** Bytes that passed. */
    get size() {
      return size;
    },
    /** Whether all of them are here. */
    get isWhole() {
      return isWhole;
    },
    bytes: (): Uint8Array => (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)),
    add(bytes: Uint8Array): void {
      const isKept = isWhole && size + bytes.length <= limit && bytes.length <= budget.bytesLeft;
      if (!isKept) release();
      isWhole = isKept;
      size += bytes.length;
      if (!isKept) return;
      // A piece of what a socket read may hold on to much more than itself.
      pieces.push(new Uint8Array(bytes));
      budget.bytesLeft -= bytes.length;
    },
    /** Lets go of what is held. */
    release,
  };
}
