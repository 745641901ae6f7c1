/** A line that says how far a run is, drawn over itself, and gone when it ends. */

import type { Terminal } from "../terminal.ts";

/** A run shorter than this needs no telling. */
const patienceMs = 700;
/** It moves while a slow server is waited for. */
const redrawMs = 250;

export function createProgressLine(terminal: Terminal) {
  const startedAt = performance.now();
  let line = "waiting for the first answer";
  let requests = 0;
  let shown = false;
  const draw = () => {
    const ms = performance.now() - startedAt;
    if (ms < patienceMs) return;
    const seconds = Math.floor(ms / 1000);
    terminal.err(`\r\x1b[K${line}  (${requests} requests, ${seconds} s)`);
    shown = true;
  };
  const timer = terminal.interactive ? setInterval(draw, redrawMs) : undefined;
  timer?.unref();
  return {
    show(done: number, total: number, step: string): void {
      line = `${done}/${total}  ${step}`;
    },
    count: () => void requests++,
    /** For good: nothing is drawn from here on. */
    clear(): void {
      clearInterval(timer);
      if (shown) terminal.err("\r\x1b[K");
      shown = false;
    },
  };
}
