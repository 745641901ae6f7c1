/** Opens a port. A refusal says why. */

import type { Server } from "node:http";
import { BadInput } from "../../../base/bad-input.ts";

/** @throws {BadInput} when the port cannot be opened */
export function listenOn(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays on: later errors are of single connections that could not be accepted, and must not end the mock.
    server.on("error", (error: NodeJS.ErrnoException) => {
      reject(listenError(error, port, host));
    });
    server.listen(port, host, () => resolve());
  });
}

export function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const where = `${host}:${port}`;
  if (error.code === "EADDRINUSE")
    return new BadInput(
      `Cannot listen on ${where}: the port is taken. Stop the other program, or use --port 0 for any that is free.`,
    );
  if (error.code === "EACCES") {
    return new BadInput(
      `Cannot listen on ${where}: this user may not open that port. Choose one above 1023 with --port.`,
    );
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") {
    return new BadInput(
      `Cannot listen on ${where}: this machine has no such address. Use --host 127.0.0.1, or 0.0.0.0 for all of its addresses.`,
    );
  }
  return error;
}
