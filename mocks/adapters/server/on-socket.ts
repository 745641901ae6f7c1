/** Many who wait for one connection to end, behind one listener: Node looks through all of them to take one away. */

import type { Socket } from "node:net";

type Ending = "end" | "close";
const waiting = {
  end: new WeakMap<Socket, Set<() => void>>(),
  close: new WeakMap<Socket, Set<() => void>>(),
};

/** Calls back when the client sends no more, or when the connection is closed. Returns how to forget that. */
export function onSocket(socket: Socket, ending: Ending, callback: () => void): () => void {
  let callbacks = waiting[ending].get(socket);
  if (!callbacks) {
    const own = new Set<() => void>();
    callbacks = own;
    waiting[ending].set(socket, own);
    socket.once(ending, () => {
      waiting[ending].delete(socket);
      for (const each of own) each();
    });
  }
  callbacks.add(callback);
  return () => void callbacks.delete(callback);
}
