/** A terminal that passes the bytes of a command to a function. */

import { Writable } from "node:stream";
import { createTerminal, type Terminal } from "../terminal.ts";

type Receive = (name: "stdout" | "stderr", piece: string) => void;

export function terminalInto(receive: Receive): Terminal {
  const streamOf = (name: "stdout" | "stderr") =>
    new Writable({
      decodeStrings: false,
      write(piece: string, _encoding, done) {
        receive(name, piece);
        done();
      },
    });
  return createTerminal({ stdout: streamOf("stdout"), stderr: streamOf("stderr") });
}
