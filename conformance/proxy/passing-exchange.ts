/** A request and its answer as they passed through the proxy. */

import type { HeaderList } from "../evidence/exchange.ts";
import type { BodyCopy } from "./body-copy.ts";

export interface PassingAnswer {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  readonly body: BodyCopy;
  /** Bytes behind an answer that has none, as a 204. */
  readonly stray: BodyCopy;
}

/** Times are milliseconds of `performance.now()`. */
export interface PassingExchange {
  /** Counts connections of clients from 1. */
  readonly connection: number;
  readonly request: {
    readonly method: string;
    /** As written on the request line. */
    readonly target: string;
    readonly httpVersion: string;
    readonly headers: HeaderList;
    readonly body: BodyCopy;
  };
  /** Its head went on. */
  readonly startedAt: number;
  answer?: PassingAnswer;
  /** The answer's head came. */
  answeredAt?: number;
  /** The answer is whole, or there will be none. */
  endedAt?: number;
  /** Why the answer is missing, or not whole. */
  failure?: string;
  /** Whether the answer was whole before its first byte went on. */
  isWholeAtOnce?: boolean;
}

/** Called for each exchange, in this order; none may throw or fail. */
export interface ExchangeListener {
  /** The head of the request is about to go on. `ended` follows in any case. */
  readonly began: (exchange: PassingExchange) => void;
  /** Number of bytes of its bodies to keep. */
  readonly copyLimit: (target: string) => { readonly request: number; readonly answer: number };
  /** Headers to add to the answer for the requirements that it breaks, before its head goes on. */
  readonly answered: (exchange: PassingExchange) => HeaderList;
  /** After the answer's last byte went on, or its absence is certain. Its bodies are kept until the promise is. */
  readonly ended: (exchange: PassingExchange) => Promise<void>;
  /** More came behind an answer that had ended. */
  readonly strayed: (exchange: PassingExchange) => void;
}
