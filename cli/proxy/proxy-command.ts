/** `store-orders proxy`: passes traffic through until it is told to stop, then reports. */

import { createTrafficJudge, type Violation } from "../../conformance/judge-traffic.ts";
import { type RunningProxy, startProxy } from "../../conformance/proxy/start-proxy.ts";
import { createTrafficCleaners } from "../../conformance/proxy/traffic-cleaners.ts";
import { watchTraffic } from "../../conformance/proxy/watch-traffic.ts";
import { exitCodeOf } from "../../conformance/report/create-report.ts";
import { formatProfile } from "../../conformance/report/observed-profile.ts";
import { printable } from "../../conformance/report/reporters/text.ts";
import { listenError } from "../../mocks/adapters/server/listen-on.ts";
import type { Environment } from "../command-line.ts";
import { readCommandLine } from "../config/read-command-line.ts";
import { writeOutputFile } from "../read-input.ts";
import { onStopSignal } from "../stop-signals.ts";
import type { Terminal } from "../terminal.ts";
import { writeReports } from "../verify/write-reports.ts";
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
  const { target, basePath, port, host, connection, record, quiet, apiKeys, isAllTraffic, given } = settings;
  const cleaners = createTrafficCleaners(apiKeys);
  const onTrouble = (message: string) => terminal.err(`store-orders: ${cleaners().hide(message)}\n`);
  const stop = Promise.withResolvers<void>();
  const tell = quiet ? () => undefined : createViolationLog(terminal);
  const judge = createTrafficJudge({
    baseUrl: target.origin + basePath,
    apiKeys,
    isAllTraffic,
    given,
    cleaners,
    onViolation(violation) {
      tell(violation);
      if (settings.failFast && violation.requirement.level === "must") stop.resolve();
    },
  });
  const watch = watchTraffic({ target, basePath, cleaners, judge, record, onTrouble });
  let proxy: RunningProxy;
  try {
    proxy = await startProxy({ target, port, host, connection, listener: watch.listener, onTrouble });
  } catch (error) {
    throw await listenError(error as NodeJS.ErrnoException, port, host);
  }
  // A second signal does not wait for the report.
  onStopSignal(["SIGINT", "SIGTERM"], () => stop.resolve());
  if (!quiet) {
    const address = host.includes(":") ? `[${host}]` : host;
    terminal.err(
      `Passing http://${address}:${proxy.port}${basePath} through to ${target.origin}${basePath}\n`,
    );
  }
  await stop.promise;
  await proxy.close();
  await watch.close();
  const unread = watch.unread();
  if (unread > 0)
    onTrouble(`${unread} answers were too large to be judged, or in a content coding that cannot be undone.`);
  const report = judge.report();
  await writeReports(report, settings, terminal, env);
  if (settings.profileOut !== undefined)
    await writeOutputFile(settings.profileOut, "profile", formatProfile(report));
  return exitCodeOf(report);
}

/** Tells of violations as they are seen: each once, and again when it was seen ten times as often. */
function createViolationLog(terminal: Terminal): (violation: Violation) => void {
  return ({ requirement: { id, level, title }, count, message }) => {
    if (!/^10*$/.test(String(count))) return;
    const outcome = level === "must" ? "FAIL" : "WARN";
    const lines =
      count === 1
        ? [`${outcome}  ${id}  ${title}`, `      ${message}`]
        : [`${outcome}  ${id}  seen ${count} times`];
    terminal.err(`${lines.map(printable).join("\n")}\n`);
  };
}
