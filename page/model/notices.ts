/** Short messages about actions and failures; some actions can be undone. */

import { type ReadonlySignal, signal } from "@preact/signals";

export interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
  /** Undoes the action. */
  readonly undo?: (() => void) | undefined;
}

export type Notices = ReturnType<typeof createNotices>;

const shownMs = { done: 3500, failed: 9000, undo: 12_000 } as const;
/** The number of all notices, hidden ones too. */
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
    // The same notice is not shown twice.
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
  /** Runs an action of a person; a failure is shown as a notice, and returns undefined. */
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
    /** Copies a text, with a notice such as `the API key` is copied. */
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
        // After the browser has read it.
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      }),
  };
}
