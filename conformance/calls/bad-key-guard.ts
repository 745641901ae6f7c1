/**
 * Of the requests that may act, the first one without a valid key is sent alone: no other such request is under way until a
 * list shows its effect.
 */

import { isBad, mayAct } from "../evidence/read-call.ts";
import type { Admission, Asked, Guard } from "./gate.ts";

export class BadKeyGuard implements Guard {
  /** Reads the list. */
  readonly #readList: () => Promise<unknown>;
  /** Whether a list has shown the effect of the first request without a valid key. */
  #isShown = false;
  /** Number of requests under way that may act. */
  #underWay = 0;
  /** Resolves when other requests need not wait for that one any more; undefined while none waits or is under way. */
  #first: Promise<void> | undefined;
  #whenNoneUnderWay: (() => void) | undefined;

  constructor(readList: () => Promise<unknown>) {
    this.#readList = readList;
  }

  async admit({ request, read }: Asked): Promise<Admission> {
    if (this.#isShown || !mayAct(request)) return {};
    while (this.#first) await this.#first;
    const isFirst = !this.#isShown && isBad(read.credential);
    const end = isFirst ? await this.#waitForOthers() : undefined;
    this.#underWay++;
    return {
      settle: (exchange) => {
        if (--this.#underWay === 0) this.#whenNoneUnderWay?.();
        if (!end) return;
        // The next one is the first, then.
        if (exchange.notSent) return end();
        void this.#readList().finally(() => {
          this.#isShown = true;
          end();
        });
      },
    };
  }

  /** @returns ends the time in which other requests wait */
  async #waitForOthers(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#first = promise;
    if (this.#underWay > 0) await new Promise<void>((done) => (this.#whenNoneUnderWay = done));
    return () => {
      this.#first = undefined;
      resolve();
    };
  }
}
