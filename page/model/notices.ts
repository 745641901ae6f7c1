/** Short messages about what has just been done, or could not be; some can be undone. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { copyText } from "../parts/copy.ts";

export interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
  /** Takes back what was done. */
  readonly undo?: (() => void) | undefined;
}

export interface Notices {
  /** Oldest first. */
  readonly list: ReadonlySignal<readonly Notice[]>;
  say(text: string, undo?: () => Promise<unknown>): void;
  dismiss(id: number): void;
  /** Copies a text, and says so: `the API key` is copied. */
  copy(what: string, text: string | Promise<string>): Promise<unknown>;
  /** Runs what a person asked for; a failure is said, and gives undefined. */
  attempt<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined>;
}

const shownMs = { done: 3500, failed: 9000, undo: 12_000 } as const;
/** Of those that are folded away, too. */
const mostKept = 20;

export function createNotices(): Notices {
  const list = signal<readonly Notice[]>([]);
  let count = 0;
  const dismiss = (id: number) => {
    list.value = list.value.filter((notice) => notice.id !== id);
  };
  const add = (kind: Notice["kind"], text: string, undo?: () => Promise<unknown>) => {
    const id = ++count;
    // The same again says nothing new.
    const others = list.value.filter((notice) => notice.text !== text || notice.undo);
    const takeBack =
      undo &&
      (() => {
        dismiss(id);
        void attempt(undo);
      });
    list.value = [...others, { id, kind, text, undo: takeBack }].slice(-mostKept);
    setTimeout(dismiss, undo ? shownMs.undo : shownMs[kind], id);
  };
  async function attempt<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      add("failed", (error as Error).message);
      return undefined;
    }
  }
  const say: Notices["say"] = (text, undo) => add("done", text, undo);
  const copy: Notices["copy"] = (what, text) =>
    attempt(async () => {
      await copyText(await text);
      say(`Copied ${what}.`);
    });
  return { list, say, dismiss, copy, attempt };
}
