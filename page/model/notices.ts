/** Short messages about what has just been done, or could not be. */

import { type ReadonlySignal, signal } from "@preact/signals";

export interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
}

export interface Notices {
  readonly list: ReadonlySignal<readonly Notice[]>;
  say(text: string): void;
  dismiss(id: number): void;
  /** Runs what a person asked for; a failure is said, and gives undefined. */
  attempt<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined>;
}

const shownMs = { done: 3500, failed: 9000 } as const;
const mostShown = 4;

export function createNotices(): Notices {
  const list = signal<readonly Notice[]>([]);
  let count = 0;
  const dismiss = (id: number) => {
    list.value = list.value.filter((notice) => notice.id !== id);
  };
  const add = (kind: Notice["kind"], text: string) => {
    const id = ++count;
    // The same again says nothing new.
    const others = list.value.filter((notice) => notice.text !== text);
    list.value = [...others, { id, kind, text }].slice(-mostShown);
    setTimeout(dismiss, shownMs[kind], id);
  };
  return {
    list,
    say: (text) => add("done", text),
    dismiss,
    async attempt(work) {
      try {
        return await work();
      } catch (error) {
        add("failed", (error as Error).message);
        return undefined;
      }
    },
  };
}
