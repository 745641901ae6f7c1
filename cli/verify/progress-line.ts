/** A line that says how far a run is, drawn over itself, and gone when it ends. */

import type { Terminal } from "../terminal.ts";

/** A run shorter than this needs no telling. */
const patienceMs = 700;

export function createProgressLine(terminal: Terminal) {
  const startedAt = performance.now();
  let shown = false;
  const clear = () => {
    if (shown) terminal.err("\r\x1b[K");
    shown = false;
  };
  return {
    show(done: number, total: number, scene: string): void {
      if (!terminal.interactive || performance.now() - startedAt < patienceMs) return;
      terminal.err(`\r\x1b[K${done}/${total}  ${scene}`);
      shown = true;
    },
    clear,
  };
}
