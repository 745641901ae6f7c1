/** `store-orders verify`: judges a server by its base URL. */

import { BadInput } from "../../base/bad-input.ts";
import { type Cleaner, hideInData } from "../../base/secrets.ts";
import type { Exchange } from "../../conformance/evidence/exchange.ts";
import { extendBaseline, formatBaseline, pruneBaseline } from "../../conformance/report/baseline.ts";
import { compareReport, formatProfile } from "../../conformance/report/compare-report.ts";
import type { KnownFailure } from "../../conformance/report/comparison.ts";
import { decideExit, type ExitRules } from "../../conformance/report/decide-exit.ts";
import { createReportSecrets, namesOfShown } from "../../conformance/report/hide-secrets.ts";
import type { Report } from "../../conformance/report/report.ts";
import { runSuite, type SuiteOptions } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { type Context, createRunner } from "../command-line.ts";
import { writeOutputFile } from "../read-input.ts";
import { exitCodes, onStopSignal } from "../stop-signals.ts";
import { createProgressLine, type Terminal } from "../terminal.ts";
import { findOrders } from "./find-orders.ts";
import { readSettings, type VerifySettings, verifyCommand } from "./verify-options.ts";
import { isForPeople, writeReports } from "./write-reports.ts";

export const runVerifyCommand = createRunner(verifyCommand, async (line, context) => {
  const settings = await readSettings(line, context);
  const { baseUrl, apiKeyCommand } = settings;
  if (settings.plan) {
    const { formatRunPlan } = await import("./plan-command.ts");
    await context.terminal.out(await formatRunPlan(settings));
    return 0;
  }
  if (settings.har.length > 0) {
    const { judgeRecordings } = await import("./judge-recordings.ts");
    const { report, cleaner, leftOut } = await judgeRecordings(settings);
    for (const fact of leftOut) context.terminal.warn(fact);
    return publish(report, settings, cleaner, context);
  }
  if (baseUrl === undefined) {
    const { startMockServer } = await import("../../mocks/adapters/server/mock-server.ts");
    const { defaultApiKey } = await import("../../mocks/mock-options.ts");
    await using server = await startMockServer();
    return await judge(settings, server.baseUrl, defaultApiKey, context);
  }
  const apiKey =
    apiKeyCommand === undefined
      ? settings.apiKey
      : await (await import("./renewed-key.ts")).readKey(apiKeyCommand);
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
  const { timeoutMs, concurrency, headers, provision, apiKeyCommand } = settings;
  const connection = settings.connectionTo(baseUrl);
  const http = createHttpTarget({ baseUrl, apiKey, timeoutMs, connections: concurrency, connection });
  const progress = createProgressLine(terminal);
  const stop = new AbortController();
  let stopped: { readonly signal: string; readonly code: number } | undefined;
  const stopListening = onStopSignal(["SIGINT", "SIGTERM", "SIGHUP"], (name) => {
    stopped = { signal: name, code: exitCodes[name] };
    progress.clear();
    terminal.warn(`${name}: no more calls; clearing up and writing the reports. Once more ends at once.`);
    stop.abort();
  });
  for (const what of namesOfShown(apiKey, headers))
    terminal.warn(`${what} is too short to be hidden: reports may show it.`);
  const tokens = settings.controlToken === undefined ? [] : [settings.controlToken];
  const cleaner = createReportSecrets(apiKey, headers, [...(http.secrets ?? []), ...tokens]);
  const { hide } = cleaner;
  let fault: BadInput | undefined;
  const guard = provision === undefined ? undefined : await import("../user-module.ts");
  const guarded = guard?.guardModule(
    provision!,
    `Cannot use --provision ${provision}: `,
    "it ended the process before the run was over.",
    (error) => {
      fault ??= error;
      stop.abort();
    },
  );
  const exchanges: Exchange[] = [];
  let code: number;
  try {
    const onTrouble = (message: string) => {
      progress.clear();
      const [first = "", ...details] = hide(message).split("\n");
      terminal.warn(first, details);
    };
    const renewal = apiKeyCommand === undefined ? undefined : await import("./renewed-key.ts");
    const target = renewal?.renewByCommand(http, apiKeyCommand!, onTrouble, stop.signal) ?? http;
    if (settings.wait)
      await (await import("./wait-for-server.ts")).waitForServer(target, headers, settings.wait, stop.signal);
    const arrange = await findOrders(settings, { baseUrl, apiKey }, onTrouble, stop.signal);
    const judged = await runSuite(
      { ...target, arrange },
      {
        ...suiteOf(settings),
        signal: stop.signal,
        onProgress: progress.show,
        onExchange: (exchange) => {
          progress.count();
          if (settings.secondOpinion) exchanges.push(exchange);
        },
        onTrouble,
      },
    );
    progress.clear();
    if (fault) throw fault;
    let opinions = "";
    try {
      if (settings.secondOpinion && !stopped) opinions = await askForOpinions(exchanges, hide);
    } finally {
      if (opinions !== "") await say(opinions, settings, terminal);
      code = await publish(judged, { ...settings, stopped }, cleaner, context);
    }
    return code;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    if (stopped && !fault) return stopped.code;
    const { message: words, details: wrote } = fault ?? error;
    // Together: a secret may begin on one line and end on the next.
    const [message = "", ...details] = hide([words, ...wrote].join("\n")).split("\n");
    throw new BadInput(message, details);
  } finally {
    progress.clear();
    stopListening();
    guarded?.stop();
    await http.close();
  }
}

/** The settings of the run itself. */
function suiteOf(settings: VerifySettings): SuiteOptions {
  const { requirements, observe, headers, settleMs, concurrency, rate, waitBudgetMs, readOnly } = settings;
  const { maxCancels, maxRequests, disposable, thorough, seed, explore } = settings;
  return {
    ...{ requirements, observe, headers, settleMs, concurrency, rate, waitBudgetMs, readOnly },
    ...{ maxCancels, maxRequests, disposable, thorough, seed, explore },
  };
}

async function askForOpinions(exchanges: readonly Exchange[], hide: Cleaner["hide"]): Promise<string> {
  const { askPrism } = await import("./prism-opinion.ts");
  const { formatOpinions } = await import("../../conformance/report/second-opinion.ts");
  return `${hide(formatOpinions("prism", await askPrism(exchanges)))}\n`;
}

/** Writes all results of a run. @returns the exit code */
async function publish(
  judged: Report,
  settings: VerifySettings & Pick<ExitRules, "stopped">,
  cleaner: Cleaner,
  { env, terminal }: Context,
): Promise<number> {
  const { compare, since, profileOut } = settings;
  const baseline = settings.baseline && hideInData(settings.baseline, cleaner);
  const isCompared = baseline !== undefined || compare !== undefined || since !== undefined;
  const marked = compareReport(judged, {
    ...{ baseline, compare, pruneBaseline: settings.pruneBaseline },
    since: since && { ...since, baseUrl: cleaner.hide(since.baseUrl) },
  });
  const exit = decideExit(marked, settings);
  const report = { ...marked, exit };
  await writeReports(report, settings, terminal, env);
  if (isCompared && !settings.reporter.some(isForPeople)) {
    const { formatComparison } = await import("../../conformance/report/reporters/terminal.ts");
    await say(formatComparison(report), settings, terminal);
  }
  if (profileOut !== undefined) writeOutputFile(profileOut, "profile", formatProfile(report));
  writeBaselines(report, settings);
  return exit.code;
}

/** Writes the entries unchanged, not in their form in a report. */
function writeBaselines(report: Report, settings: VerifySettings): void {
  const { baseline = [], baselineFile, writeBaseline, pruneBaseline: isPruned } = settings;
  const write = (file: string, entries: readonly KnownFailure[]) =>
    writeOutputFile(file, "baseline", formatBaseline(entries));
  if (writeBaseline !== undefined) write(writeBaseline, extendBaseline(baseline, report));
  if (isPruned) write(baselineFile!, pruneBaseline(baseline, report));
}

/** Writes text for a person, without mixing it into a report for a program on standard output. */
async function say(text: string, { reporter }: VerifySettings, terminal: Terminal): Promise<void> {
  const isForProgram = reporter.some((choice) => choice.file === undefined && !isForPeople(choice));
  await (isForProgram ? terminal.err(text) : terminal.out(text));
}
