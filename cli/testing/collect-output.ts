/** The output of a command so far, and a wait for a pattern in it. */

import { EventEmitter, once } from "node:events";

export function collectOutput() {
  const text = { stdout: "", stderr: "" };
  const writes = new EventEmitter();
  return {
    text,
    add(name: keyof typeof text, piece: string) {
      text[name] += piece;
      writes.emit("write");
    },
    async find(name: keyof typeof text, pattern: RegExp, ended: Promise<unknown>) {
      let isOver = false;
      void ended.then(() => (isOver = true));
      for (;;) {
        const match = pattern.exec(text[name]);
        if (match) return match;
        if (isOver) throw new Error(`It ended without ${pattern}: ${text.stdout}${text.stderr}`);
        await Promise.race([once(writes, "write"), ended]);
      }
    },
  };
}
