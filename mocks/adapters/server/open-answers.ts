/** The answers that are not yet handed to a connection completely: slow ones, and ones without an end. */

import type { Duplex } from "node:stream";

export interface OpenAnswer {
  /** Ends an answer that would not end otherwise. */
  stop?: () => void;
  /** Called when the answer was handed over, or cannot be. */
  done(): void;
}

interface OpenAnswers {
  readonly answers: Set<OpenAnswer>;
  afterwards?: () => void;
}

/** The open answers of each connection. Most connections have no entry, since answers handed over at once are not in it. */
const connections = new WeakMap<Duplex, OpenAnswers>();

/**
 * Maximum number of open answers of one connection. A client with more is disconnected, since Node's work at the end grows
 * with the square of their number.
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
 * Calls back once bytes written to the socket do not fall into an answer, which may be at once. Answers without an end are
 * ended; only the first caller is called back.
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
