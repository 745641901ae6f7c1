/** `store-orders proxy`: passes traffic through until it is told to stop, then reports. */

import { createSecretHider } from "../../base/hide-secrets.ts";
import { createKeyNames } from "../../conformance/proxy/key-names.ts";
import { type RunningProxy, startProxy } from "../../conformance/proxy/start-proxy.ts";
import { watchTraffic } from "../../conformance/proxy/watch-traffic.ts";
import { listenError } from "../../mocks/adapters/server/listen-on.ts";
import type { Environment } from "../command-line.ts";
import { readCommandLine } from "../config/read-command-line.ts";
import type { Terminal } from "../terminal.ts";
import { proxyCommand, readProxySettings } from "./proxy-options.ts";

export async function runProxyCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  const line = await readCommandLine(proxyCommand, args, env, terminal);
  if (line === undefined) return 0;
  const settings = await readProxySettings(line);
  // A key given as an argument would stand in the process list for as long as the proxy runs.
  if (args.some((argument) => argument.startsWith("--api-key"))) process.title = "store-orders proxy";
  const { target, basePath, port, host, connection, record, quiet } = settings;
  const keys = createKeyNames(settings.apiKeys, createSecretHider);
  const onTrouble = (message: string) => terminal.err(`store-orders: ${message}\n`);
  const watch = watchTraffic({ target, basePath, keys, record, onTrouble });
  let proxy: RunningProxy;
  try {
    proxy = await startProxy({ target, port, host, connection, listener: watch.listener, onTrouble });
  } catch (error) {
    throw await listenError(error as NodeJS.ErrnoException, port, host);
  }
  const stopped = stopSignal();
  if (!quiet) {
    const address = host.includes(":") ? `[${host}]` : host;
    terminal.err(
      `Passing http://${address}:${proxy.port}${basePath} through to ${target.origin}${basePath}\n`,
    );
  }
  await stopped;
  await proxy.close();
  watch.close();
  return 0;
}

/** Resolves at the signal that ends the proxy; a second one does not wait for the report. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(130);
        stopping = true;
        resolve();
      });
    }
  });
}
