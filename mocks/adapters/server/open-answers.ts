/** The answers that a connection has not been handed whole yet: those sent slowly, and those without an end. */

import type { Duplex } from "node:stream";

export interface OpenAnswer {
  /** Ends an answer that has no end of its own. */
  stop?: () => void;
  /** To be called when the answer was handed over, or cannot be. */
  done(): void;
}

interface OpenAnswers {
  readonly answers: Set<OpenAnswer>;
  afterwards?: () => void;
}

/** Answers handed over at once are never in here: most connections have no entry. */
const connections = new WeakMap<Duplex, OpenAnswers>();

/**
 * Maximum number of answers that a client waits for on one connection. One that goes on asking is let go: what Node does
 * at its end takes the square of their number.
 */
const maxAnswers = 1000;

export function beginAnswer(socket: Duplex): OpenAnswer {
  const open: OpenAnswers = connections.get(socket) ?? { answers: new Set() };
  connections.set(socket, open);
  const answer: OpenAnswer = {
    done() {
      open.answers.delete(answer);
      if (open.answers.size === 0) open.afterwards?.();
    },
  };
  open.answers.add(answer);
  if (open.answers.size > maxAnswers) socket.destroy();
  return answer;
}

/**
 * Calls back once what is written to the socket falls into no answer any more, which may be at once. Those
 * without an end are ended; only the first to ask is called.
 */
export function afterAnswers(socket: Duplex, callback: () => void): void {
  const open = connections.get(socket);
  if (!open || open.answers.size === 0) callback();
  else if (!open.afterwards) {
    open.afterwards = callback;
    stopEndless(socket);
  }
}

export function stopEndless(socket: Duplex): void {
  for (const answer of connections.get(socket)?.answers ?? []) answer.stop?.();
}
