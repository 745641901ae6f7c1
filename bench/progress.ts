import type { Terminal } from "../cli/terminal.ts";

export interface Progress {
  show(what: string): void;
  clear(): void;
}

/** One line on standard error, drawn over; nothing where that is not a terminal. */
export function createProgress(terminal: Terminal): Progress {
  const startedAt = performance.now();
  const draw = (text: string) => {
    if (terminal.interactive) terminal.err(`\r\u001b[K${text}`);
  };
  return {
    show(what) {
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      draw(`${seconds} s  ${what}`.slice(0, (process.stderr.columns ?? 80) - 1));
    },
    clear: () => draw(""),
  };
}
