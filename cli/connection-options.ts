/** How a command's connections to a server are made, as options say it. */

import type { ConnectionOptions } from "../conformance/targets/http/open-socket.ts";
import { checkUrl } from "./check-options.ts";
import type { CommandLine, OptionSpec } from "./command-line.ts";
import { readInputFile } from "./read-input.ts";

export const connectionOptions = {
  proxy: { value: "URL", help: "An HTTP proxy to go through." },
  ca: { value: "FILE", help: "A further certificate authority to trust, in PEM." },
  insecure: { help: "Accept any TLS certificate." },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** @throws {BadInput} for an address or a file that cannot be used */
export async function readConnection(line: CommandLine): Promise<ConnectionOptions> {
  const proxy = line.text("proxy");
  if (proxy !== undefined) checkUrl(proxy, "--proxy");
  const ca = line.text("ca");
  return {
    proxy,
    ca: ca === undefined ? undefined : await readInputFile(ca, "certificate authority"),
    insecure: line.flag("insecure"),
  };
}
