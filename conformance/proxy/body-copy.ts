/** A copy of a passing body, up to a limit and while memory is left. */

export type BodyCopy = ReturnType<typeof createBodyCopy>;

/** The memory that all copies may use. */
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
    /** Whether the copy has all bytes. */
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
      // A piece of a socket's buffer may keep the whole buffer in memory.
      pieces.push(new Uint8Array(bytes));
      budget.bytesLeft -= bytes.length;
    },
    /** Releases the memory. */
    release,
  };
}
