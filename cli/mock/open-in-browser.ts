/** Opens an address in the person's browser, by the platform's own command. */

import { spawn } from "node:child_process";

/** By Node's name of the platform; all others have what freedesktop.org agreed on. */
const commands: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};
const otherCommand = ["xdg-open"];

/**
 * Resolves to why there is no browser, or to undefined when the command is running. Never fails: a mock whose page
 * nobody sees is a mock all the same.
 */
export function openInBrowser(
  url: string,
  [command = "", ...args]: readonly string[] = commands[process.platform] ?? otherCommand,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", (error) => resolve(error.message));
    child.once("spawn", () => {
      child.unref();
      resolve(undefined);
    });
  });
}
