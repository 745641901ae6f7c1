/** `store-orders proxy`: passes traffic through until a signal stops it, then reports. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { readGivenOrders } from "../../conformance/evidence/given-orders.ts";
import { TrafficJudge, type Violation } from "../../conformance/judge-traffic.ts";
import { startProxy } from "../../conformance/proxy/start-proxy.ts";
import { createTrafficCleaners } from "../../conformance/proxy/traffic-cleaners.ts";
import { watchTraffic } from "../../conformance/proxy/watch-traffic.ts";
import { formatProfile } from "../../conformance/report/compare-report.ts";
import { decideExit } from "../../conformance/report/decide-exit.ts";
import { readForwardProxy } from "../../conformance/targets/http/forward-proxy.ts";
import { listenError } from "../../mocks/adapters/server/listen-on.ts";
import { createRunner } from "../command-line.ts";
import type { CommandSpec } from "../command-spec.ts";
import { connectionOptions, readConnection } from "../connection.ts";
import * as option from "../options.ts";
import { checkOutputs, writeOutputFile } from "../read-input.ts";
import { onStopSignal } from "../stop-signals.ts";
import type { Terminal } from "../terminal.ts";
import { chooseReporters, outputsOf, reporterOption, writeReports } from "../verify/write-reports.ts";

const options = {
  port: option.integer("N", [0, 65_535], "Port to listen on; 0 picks a free one.", 4020),
  host: option.text("ADDRESS", "Address to listen on; 0.0.0.0 is open to others.", { usual: "127.0.0.1" }),
  "api-key": option.secretList("KEY", "Valid keys. Default: those the server has answered with 2xx."),
  "pending-order": option.orderIds(
    "Orders pending at the start: the answer to their first cancel is judged.",
  ),
  "shipped-order": option.orderIds("Orders that have shipped: each cancel of them must be answered 409."),
  alone: option.flag("No other client changes orders, so an unexplained change is a violation."),
  record: option.text("FILE.har", "Write every exchange to a HAR file as it ends, without keys."),
  ...connectionOptions,
  "fail-fast": option.flag("Stop at the first violation of a must."),
  quiet: option.flag("Print nothing but the report."),
  reporter: reporterOption,
  "profile-out": option.text("FILE", "Write the observed answers to open questions, for mock --profile."),
  ...option.configOptions,
};

export const proxyCommand = {
  name: "proxy",
  summary: "Passes traffic through to a server, untouched, and judges what passes.",
  positional: {
    name: "target",
    help: "The server's base address, ending in /v1. Paths go through unchanged.",
    isRequired: true,
  },
  program: "Run a program with the proxy's address as STORE_ORDERS_BASE_URL, then report.",
  options,
  notes: [
    "It runs until it is stopped, by Ctrl-C or SIGTERM, or until the program ends: then it reports.",
    "Exit codes: 0 nothing failed, 1 a must failed, 2 bad usage or it could not start,",
    "3 nothing was tested, 70 a fault of the kit; that of a program that failed comes first.",
    "",
  ],
} as const satisfies CommandSpec;

export const runProxyCommand = createRunner(proxyCommand, async (line, { env, terminal }) => {
  const target = readTarget(line.positional);
  // All are read here, so that a value that cannot be used is refused before the port is opened.
  const values = { ...line.values, reporter: await chooseReporters(line.values.reporter, terminal) };
  const { port, host, apiKey: apiKeys, record, quiet, profileOut } = values;
  const given = readGivenOrders({ pending: values.pendingOrder, shipped: values.shippedOrder });
  checkOutputs(...outputsOf(values.reporter), ["profile", profileOut], ["recording", record]);
  const basePath = target.pathname.replace(/\/+$/, "");
  const connection = readConnection(line, env)(target);
  const forward = connection.proxy === undefined ? undefined : readForwardProxy(connection.proxy);
  const cleaners = createTrafficCleaners(apiKeys, forward?.secrets);
  const onTrouble = (message: string) => terminal.warn(cleaners().hide(message));
  const stop = Promise.withResolvers<void>();
  const judge = new TrafficJudge({
    baseUrl: target.origin + basePath,
    apiKeys,
    isAllTraffic: values.alone,
    given,
    cleaners,
    onViolation(violation) {
      if (!quiet) showViolation(violation, terminal);
      if (values.failFast && violation.requirement.level === "must") stop.resolve();
    },
  });
  const watch = watchTraffic({ target, basePath, cleaners, judge, record, onTrouble });
  const way = forward ? ` by way of ${forward.address}` : "";
  const { listener } = watch;
  const proxy = await startProxy({ target, port, host, connection, listener, onTrouble }).catch(
    (error: NodeJS.ErrnoException) => {
      throw listenError(error, port, host);
    },
  );
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${proxy.port}${basePath}`;
  // Before the address is printed, since its reader may stop the proxy at once. A second signal does not wait for the
  // report.
  if (!line.program) onStopSignal(["SIGINT", "SIGTERM"], () => stop.resolve());
  if (!quiet) terminal.err([`Passing ${address} through to ${target.origin}${basePath}${way}`]);
  let programCode = 0;
  let isStopped = false;
  void stop.promise.then(() => {
    isStopped = true;
  });
  try {
    if (line.program) {
      const { runProgram } = await import("../child-process.ts");
      programCode = await runProgram(line.program, { STORE_ORDERS_BASE_URL: address }, stop.promise);
      // If a violation stopped the program, the verdict counts.
      if (isStopped) programCode = 0;
    } else {
      await stop.promise;
    }
  } finally {
    await proxy.close();
  }
  await watch.close();
  const unread = watch.unread();
  if (unread > 0)
    onTrouble(`${unread} answers were too large to be judged, or in a content coding that cannot be undone.`);
  const judged = judge.report();
  const report = forward ? { ...judged, target: { ...judged.target, proxy: forward.address } } : judged;
  const exit = decideExit(report);
  await writeReports({ ...report, exit }, values, terminal, env);
  if (profileOut !== undefined) writeOutputFile(profileOut, "profile", formatProfile(report));
  return programCode || exit.code;
});

/** @throws {BadInput} for an address that is not one of the API */
function readTarget(address: string | undefined): URL {
  if (address === undefined)
    throw new BadInput(
      "Cannot start the proxy: the server is missing. Give its base address, as in https://host/v1.",
    );
  const target = new URL(option.readUrl(address, option.refuseFor("the target")));
  if (/\/v1\/*$/.test(target.pathname)) return target;
  throw new BadInput(
    `Cannot use the target: it must be the API's base address, which ends in /v1, got ${quoteValue(address)}.`,
  );
}

/** Reports a violation at its first occurrence, and at the 10th, 100th, 1,000th ... one. */
function showViolation(
  { requirement: { id, level, title }, count, message }: Violation,
  terminal: Terminal,
): void {
  if (!/^10*$/.test(String(count))) return;
  const outcome = level === "must" ? "FAIL" : "WARN";
  const lines =
    count === 1
      ? [`${outcome}  ${id}  ${title}`, `      ${message}`]
      : [`${outcome}  ${id}  seen ${count} times`];
  terminal.err(lines);
}
