/** A request and its answer that pass through the proxy. */

import type { HeaderList } from "../evidence/exchange.ts";

export interface PassingAnswer {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  readonly body: BodyCopy;
  /** Bytes that followed an answer without a body, such as a 204. */
  readonly stray: BodyCopy;
}

/** Times are milliseconds of `performance.now()`. */
export interface PassingExchange {
  /** Number of the client's connection, from 1. */
  readonly connection: number;
  readonly request: {
    readonly method: string;
    /** The request target, as written on the request line. */
    readonly target: string;
    readonly httpVersion: string;
    readonly headers: HeaderList;
    readonly body: BodyCopy;
  };
  /** Time when its head was passed on. */
  readonly startedAt: number;
  answer?: PassingAnswer;
  /** Time when the answer's head arrived. */
  answeredAt?: number;
  /** Time when the answer was complete, or certainly missing. */
  endedAt?: number;
  /** The reason why the answer is missing, or incomplete. */
  failure?: string;
  /** Whether the answer was complete before its first byte was passed on. */
  isWholeAtOnce?: boolean;
}

/** Called for each exchange, in this order; none may throw or fail. */
export interface ExchangeListener {
  /** Called before the head of the request is passed on. `ended` follows in any case. */
  readonly began: (exchange: PassingExchange) => void;
  /** Number of bytes of its bodies to keep. */
  readonly copyLimit: (target: string) => { readonly request: number; readonly answer: number };
  /** Returns headers to add to the answer for the requirements that it breaks, before its head is passed on. */
  readonly answered: (exchange: PassingExchange) => HeaderList;
  /**
   * Called after the answer's last byte was passed on, or its absence is certain. Its bodies are kept until the promise
   * resolves.
   */
  readonly ended: (exchange: PassingExchange) => Promise<void>;
  /** Called when bytes followed a complete answer. */
  readonly strayed: (exchange: PassingExchange) => void;
}

/** A copy of a passing body, up to a limit and while memory is left. */
export type BodyCopy = ReturnType<typeof createBodyCopy>;

/** The memory left for all copies. */
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
    /** Number of bytes that passed. */
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
