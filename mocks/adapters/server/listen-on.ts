/** Opens a port. A refusal says why, and names a free one. */

import type { Server } from "node:http";
import { createServer } from "node:net";
import { BadInput } from "../../../base/bad-input.ts";

/** @throws {BadInput} when the port cannot be opened */
export function listenOn(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays on: later errors are of single connections that could not be accepted, and must not end the mock.
    server.on("error", (error: NodeJS.ErrnoException) => {
      listenError(error, port, host).then(reject, reject);
    });
    server.listen(port, host, () => resolve());
  });
}

export async function listenError(error: NodeJS.ErrnoException, port: number, host: string): Promise<Error> {
  const where = `${host}:${port}`;
  if (error.code === "EADDRINUSE") {
    const next = await findFreePort(port + 1, host);
    const step =
      next === undefined ? "use --port 0 for any that is free" : `use --port ${next}, which is free`;
    return new BadInput(`Cannot listen on ${where}: the port is taken. Stop the other program, or ${step}.`);
  }
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

const span = 50;

async function findFreePort(from: number, host: string): Promise<number | undefined> {
  for (let port = from; port < Math.min(from + span, 65_536); port++) {
    if (await isFree(port, host)) return port;
  }
  return undefined;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
