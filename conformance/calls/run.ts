/** Data that the steps of a run share. */

import type { GivenOrders } from "../evidence/given-orders.ts";
import { pause } from "../targets/pacing.ts";
import type { Caller } from "./caller.ts";
import type { Coverage } from "./covering-array.ts";
import type { ModelRow } from "./input-model.ts";
import type { Roles } from "./roles.ts";

export interface Run {
  readonly caller: Caller;
  readonly given: GivenOrders;
  readonly roles: Roles;
  /** Rows of the input model, each played in the step that it belongs to. */
  readonly rows: readonly ModelRow[];
  readonly coverage: Coverage;
  readonly nextForm: NextForm;
  /** Whether lists are expensive, so that they are read one after the other. */
  readonly hasLargeLists: boolean;
  /** Whether few requests are allowed. */
  readonly isShort: boolean;
  /** Maximum number of orders that are tried one after the other; each needs a list behind it. */
  readonly maxInTurn: number;
  readonly lateWait: LateWait;
  readonly createMeeting: CreateMeeting;
}

/** The index of the form that comes next of a kind of value. */
export type NextForm = (kind: string) => number;

/** Counts the forms of each kind. */
export function createFormCounter(): NextForm {
  const counts = new Map<string, number>();
  return (kind) => {
    const form = counts.get(kind) ?? 0;
    counts.set(kind, form + 1);
    return form;
  };
}

export type LateWait = ReturnType<typeof createLateWait>;

/**
 * The time in which late effects would come. Calls without late effects of their own are made meanwhile.
 * @param ms its length
 */
export function createLateWait(ms: number, signal?: AbortSignal) {
  let until = 0;
  return {
    begin(): void {
      until = performance.now() + ms;
    },
    /** Whether it is over at a time, as of `performance.now()`. */
    isOverAt: (time: number): boolean => time >= until,
    /** Waits until it is over. */
    async end(): Promise<void> {
      const left = until - performance.now();
      if (left > 0) await pause(left, signal);
    },
  };
}

/** Makes a barrier at which a number of calls wait, so that they are sent together. */
export type CreateMeeting = (count: number) => () => Promise<void>;

/** @param maxWaitMs maximum time that the first call waits for the others to be ready */
export function meetingsOf(maxWaitMs: number): CreateMeeting {
  return (count) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let missing = count;
    return () => {
      if (missing === count) setTimeout(resolve, maxWaitMs);
      if (--missing === 0) resolve();
      return promise;
    };
  };
}
