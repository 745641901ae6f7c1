/** `store-orders verify`: judges a server by its base URL. */

import { BadInput } from "../../base/bad-input.ts";
import type { Exchange } from "../../conformance/evidence/exchange.ts";
import { exitCodeOf } from "../../conformance/report/create-report.ts";
import { createReportHider, hideInData, namesOfShown } from "../../conformance/report/hide-secrets.ts";
import type { Report } from "../../conformance/report/report.ts";
import { printable } from "../../conformance/report/reporters/text.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { type Context, createRunner } from "../command-line.ts";
import { writeOutputFile } from "../read-input.ts";
import { exitCodes, onStopSignal } from "../stop-signals.ts";
import { createProgressLine, type Terminal } from "../terminal.ts";
import { findOrders } from "./find-orders.ts";
import { readSettings, type VerifySettings, verifyCommand } from "./verify-options.ts";
import { disarmCommands, writeReports } from "./write-reports.ts";

export const runVerifyCommand = createRunner(verifyCommand, async (line, context) => {
  const settings = await readSettings(line, context.env);
  const { baseUrl, apiKey } = settings;
  if (settings.plan) {
    const { formatRunPlan } = await import("./plan-command.ts");
    await context.terminal.out(await formatRunPlan(settings));
    return 0;
  }
  if (settings.har.length > 0) {
    const { judgeRecordings } = await import("./judge-recordings.ts");
    const { report, hide, leftOut } = await judgeRecordings(settings);
    for (const fact of leftOut) context.terminal.err(`store-orders: ${fact}\n`);
    return publish(report, settings, hide, context);
  }
  if (baseUrl === undefined) {
    const { startMockServer } = await import("../../mocks/adapters/server/mock-server.ts");
    const { defaultApiKey } = await import("../../mocks/mock-options.ts");
    await using server = await startMockServer();
    return await judge(settings, server.baseUrl, defaultApiKey, context);
  }
  if (apiKey === undefined)
    throw new BadInput(
      "Cannot call the server: no API key was given. Set STORE_ORDERS_API_KEY, or give --api-key.",
    );
  return judge(settings, baseUrl, apiKey, context);
});

async function judge(
  settings: VerifySettings,
  baseUrl: string,
  apiKey: string,
  context: Context,
): Promise<number> {
  const { terminal } = context;
  const { timeoutMs, concurrency, connection, headers, provision } = settings;
  const http = createHttpTarget({ baseUrl, apiKey, timeoutMs, connections: concurrency, connection });
  const progress = createProgressLine(terminal);
  const stop = new AbortController();
  let stopCode: number | undefined;
  const stopListening = onStopSignal(["SIGINT", "SIGTERM", "SIGHUP"], (name) => {
    stopCode = exitCodes[name];
    progress.clear();
    terminal.err(
      `store-orders: ${name}: no more calls; clearing up and writing the reports. Once more ends at once.\n`,
    );
    stop.abort();
  });
  for (const what of namesOfShown(apiKey, headers))
    terminal.err(`store-orders: ${what} is too short to be hidden: reports may show it.\n`);
  const hide = createReportHider(apiKey, headers);
  const allowExit =
    provision === undefined
      ? undefined
      : (await import("../user-module.ts")).refuseExit(
          `Cannot use --provision ${provision}: it ended the process before the run was over.`,
        );
  const exchanges: Exchange[] = [];
  try {
    const arrange = await findOrders({ ...settings, apiKey }, baseUrl, headers, timeoutMs);
    const judged = await runSuite(
      { ...http, arrange },
      {
        ...settings,
        signal: stop.signal,
        onProgress: progress.show,
        onExchange: (exchange) => {
          progress.count();
          if (settings.secondOpinion) exchanges.push(exchange);
        },
        onTrouble: (message) => terminal.err(`store-orders: ${printable(hide(message))}\n`),
      },
    );
    progress.clear();
    const code = await publish(judged, settings, hide, context);
    if (stopCode !== undefined) return stopCode;
    if (settings.secondOpinion) {
      const { askPrism } = await import("./prism-opinion.ts");
      const { formatOpinions } = await import("../../conformance/report/second-opinion.ts");
      const opinions = hide(formatOpinions("prism", await askPrism(exchanges)));
      await say(`\n${opinions.split("\n").map(printable).join("\n")}`, settings, terminal);
    }
    return code;
  } catch (error) {
    throw error instanceof BadInput
      ? new BadInput(disarmCommands(printable(hide(error.message)), "terminal"))
      : error;
  } finally {
    progress.clear();
    stopListening();
    allowExit?.();
    await http.close();
  }
}

/** Writes all that a run is to leave behind, and says how it ended. */
async function publish(
  judged: Report,
  settings: VerifySettings,
  hide: (text: string) => string,
  { env, terminal }: Context,
): Promise<number> {
  const { compare, profileOut, writeBaseline } = settings;
  const baseline = settings.baseline && hideInData(settings.baseline, hide);
  const { report, text, hasStale, drift } =
    baseline || compare
      ? (await import("./apply-baseline.ts")).applyBaselineAndProfile(judged, { baseline, compare })
      : { report: judged, text: "", hasStale: false, drift: [] };
  await writeReports(report, settings, terminal, env);
  if (text !== "") await say(text, settings, terminal);
  if (profileOut !== undefined) {
    const { formatProfile } = await import("../../conformance/report/observed-profile.ts");
    writeOutputFile(profileOut, "profile", formatProfile(report));
  }
  if (writeBaseline !== undefined) {
    const { formatBaseline } = await import("../../conformance/report/baseline.ts");
    writeOutputFile(writeBaseline, "baseline", formatBaseline(report));
  }
  const code = exitCodeOf(report, settings);
  const fails = hasStale || (settings.strict && drift.length > 0);
  return code === 0 && fails ? 1 : code;
}

/** What a program reads from standard output must stay whole. */
async function say(text: string, { reporter }: VerifySettings, terminal: Terminal): Promise<void> {
  const isForProgram = reporter.some(
    ({ name, file }) => file === undefined && name !== "terminal" && name !== "github",
  );
  await (isForProgram ? terminal.err(text) : terminal.out(text));
}
