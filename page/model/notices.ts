/** Short messages about what has just been done, or could not be; some can be undone. */

import { type ReadonlySignal, signal } from "@preact/signals";

export interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
  /** Takes back what was done. */
  readonly undo?: (() => void) | undefined;
}

export type Notices = ReturnType<typeof createNotices>;

const shownMs = { done: 3500, failed: 9000, undo: 12_000 } as const;
/** Of those that are folded away, too. */
const maxKept = 20;

export function createNotices() {
  /** Oldest first. */
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
    list.value = [...others, { id, kind, text, undo: takeBack }].slice(-maxKept);
    setTimeout(dismiss, undo ? shownMs.undo : shownMs[kind], id);
  };
  const say = (text: string, undo?: () => Promise<unknown>) => add("done", text, undo);
  /** Runs what a person asked for; a failure is said, and gives undefined. */
  async function attempt<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      add("failed", (error as Error).message);
      return undefined;
    }
  }
  return {
    list: list as ReadonlySignal<readonly Notice[]>,
    say,
    dismiss,
    attempt,
    /** Copies a text, and says so: `the API key` is copied. */
    copy: (what: string, text: string | Promise<string>) =>
      attempt(async () => {
        const ready = await text;
        try {
          await navigator.clipboard.writeText(ready);
        } catch {
          throw new Error(
            "Cannot copy: this browser keeps the clipboard from the page. Download it instead.",
          );
        }
        say(`Copied ${what}.`);
      }),
    /** Saves JSON as a file. */
    save: (name: string, text: string | Promise<string>) =>
      attempt(async () => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([await text], { type: "application/json" }));
        link.download = name;
        link.click();
        // After the browser has taken it.
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      }),
  };
}
