/** A request and its answer that pass through the proxy. */

import type { HeaderList } from "../evidence/exchange.ts";
import type { BodyCopy } from "./body-copy.ts";

export interface PassingAnswer {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  readonly body: BodyCopy;
  /** Bytes behind an answer that must not have any, such as a 204. */
  readonly stray: BodyCopy;
}

/** Times are milliseconds of `performance.now()`. */
export interface PassingExchange {
  /** Number of the client's connection, from 1. */
  readonly connection: number;
  readonly request: {
    readonly method: string;
    /** As written on the request line. */
    readonly target: string;
    readonly httpVersion: string;
    readonly headers: HeaderList;
    readonly body: BodyCopy;
  };
  /** When its head was passed on. */
  readonly startedAt: number;
  answer?: PassingAnswer;
  /** When the answer's head arrived. */
  answeredAt?: number;
  /** When the answer was complete, or certainly missing. */
  endedAt?: number;
  /** Why the answer is missing, or incomplete. */
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
  /** Called when bytes arrived behind a complete answer. */
  readonly strayed: (exchange: PassingExchange) => void;
}
