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
import { formatComparison } from "../../conformance/report/reporters/terminal.ts";
import { formatOpinions } from "../../conformance/report/second-opinion.ts";
import { runSuite, type SuiteOptions } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { type Context, createRunner } from "../command-line.ts";
import { writeOutputFile } from "../read-input.ts";
import { exitCodes, onStopSignal } from "../stop-signals.ts";
import { createProgressLine, type Terminal } from "../terminal.ts";
import { guardModule } from "../user-module.ts";
import { findOrders } from "./find-orders.ts";
import { formatRunPlan } from "./plan-command.ts";
import { askPrism } from "./prism-opinion.ts";
import { readKey, renewByCommand } from "./renewed-key.ts";
import { readSettings, type VerifySettings, verifyCommand } from "./verify-options.ts";
import { waitForServer } from "./wait-for-server.ts";
import { isForPeople, writeReports } from "./write-reports.ts";

export const runVerifyCommand = createRunner(verifyCommand, async (line, context) => {
  const settings = await readSettings(line, context);
  const { terminal } = context;
  if (settings.plan) {
    await terminal.out(await formatRunPlan(settings));
    return 0;
  }
  if (settings.har.length > 0) {
    // Loaded only here, since a run of calls needs none of its files.
    const { judgeRecordings } = await import("./judge-recordings.ts");
    const { report, cleaner, leftOut } = await judgeRecordings(settings);
    for (const fact of leftOut) terminal.warn(fact);
    return publish(report, settings, cleaner, context);
  }
  if (settings.baseUrl !== undefined) return judge(settings, settings.baseUrl, context);
  const { startMockServer } = await import("../../mocks/adapters/server/mock-server.ts");
  const { defaultApiKey } = await import("../../mocks/mock-options.ts");
  await using server = await startMockServer();
  return await judge(
    { ...settings, apiKey: defaultApiKey, apiKeyCommand: undefined },
    server.baseUrl,
    context,
  );
});

/** Ends a run early: at a signal, or because of the user's module. */
function listenForEnd(provision: string | undefined, onSignal: (message: string) => void) {
  const stop = new AbortController();
  const end = {
    signal: stop.signal,
    stopped: undefined as ExitRules["stopped"],
    fault: undefined as BadInput | undefined,
    [Symbol.dispose]() {
      stopListening();
      stopGuard?.();
    },
  };
  const stopListening = onStopSignal(["SIGINT", "SIGTERM", "SIGHUP"], (signal) => {
    end.stopped = { signal, code: exitCodes[signal] };
    onSignal(`${signal}: no more calls; clearing up and writing the reports. Once more ends at once.`);
    stop.abort();
  });
  const onFault = (error: BadInput) => {
    end.fault ??= error;
    stop.abort();
  };
  const stopGuard =
    provision === undefined
      ? undefined
      : guardModule(provision, `Cannot use --provision ${provision}: `, onFault);
  return end;
}

/** Judges a server until it is done, or until something ends the run. @returns the exit code */
async function judge(settings: VerifySettings, baseUrl: string, context: Context): Promise<number> {
  const progress = createProgressLine(context.terminal);
  using end = listenForEnd(settings.provision, (message) => {
    progress.clear();
    context.terminal.warn(message);
  });
  try {
    const apiKey = await readApiKey(settings, end.signal);
    return await judgeWithKey({ ...settings, baseUrl, apiKey }, context, progress, end);
  } catch (error) {
    if (error instanceof BadInput && end.stopped && !end.fault) return end.stopped.code;
    throw error;
  } finally {
    progress.clear();
  }
}

async function judgeWithKey(
  settings: VerifySettings & { readonly baseUrl: string; readonly apiKey: string },
  context: Context,
  progress: ReturnType<typeof createProgressLine>,
  end: ReturnType<typeof listenForEnd>,
): Promise<number> {
  const { terminal } = context;
  const { baseUrl, apiKey, timeoutMs, concurrency, headers, apiKeyCommand, secondOpinion } = settings;
  const { signal } = end;
  const connection = settings.connectionTo(baseUrl);
  const http = createHttpTarget({ baseUrl, apiKey, timeoutMs, connections: concurrency, connection });
  for (const what of namesOfShown(apiKey, headers))
    terminal.warn(`${what} is too short to be hidden: reports may show it.`);
  const secrets = [http.secrets ?? [], settings.controlToken ?? []].flat();
  const cleaner = createReportSecrets(apiKey, headers, secrets);
  const { hide } = cleaner;
  const onTrouble = (message: string) => {
    progress.clear();
    const [first = "", ...details] = hide(message).split("\n");
    terminal.warn(first, details);
  };
  const exchanges: Exchange[] = [];
  try {
    const target =
      apiKeyCommand === undefined ? http : renewByCommand(http, apiKeyCommand, onTrouble, signal);
    if (settings.wait > 0) await waitForServer(target, headers, settings.wait, signal);
    const arrange = await findOrders(settings, onTrouble, signal);
    const judged = await runSuite(
      { ...target, arrange },
      {
        ...suiteOf(settings),
        signal,
        onProgress: progress.show,
        onExchange: (exchange) => {
          progress.count();
          if (secondOpinion) exchanges.push(exchange);
        },
        onTrouble,
      },
    );
    progress.clear();
    if (end.fault) throw end.fault;
    if (secondOpinion && !end.stopped) {
      const opinions = await askPrism(exchanges).then(
        (all) => formatOpinions("prism", all),
        (error: Error) => `Cannot ask Prism: ${error.message}.`,
      );
      await say(`${hide(opinions)}\n`, settings, terminal);
    }
    return await publish(judged, { ...settings, stopped: end.stopped }, cleaner, context);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const { message: words, details: wrote } = end.fault ?? error;
    // Together: a secret may begin on one line and end on the next.
    const [message = "", ...details] = hide([words, ...wrote].join("\n")).split("\n");
    throw new BadInput(message, details);
  } finally {
    await http.close();
  }
}

async function readApiKey(
  { apiKey, apiKeyCommand }: Pick<VerifySettings, "apiKey" | "apiKeyCommand">,
  signal: AbortSignal,
): Promise<string> {
  if (apiKeyCommand !== undefined) return readKey(apiKeyCommand, signal);
  if (apiKey !== undefined) return apiKey;
  throw new BadInput(
    "Cannot call the server: no API key was given. Set STORE_ORDERS_API_KEY, or give --api-key.",
  );
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

/** Writes all results of a run. @returns the exit code */
async function publish(
  judged: Report,
  settings: VerifySettings & Pick<ExitRules, "stopped">,
  cleaner: Cleaner,
  { env, terminal }: Context,
): Promise<number> {
  const { compare, profileOut, pruneBaseline: isPruned } = settings;
  const baseline = settings.baseline && hideInData(settings.baseline, cleaner);
  const since = settings.since && { ...settings.since, baseUrl: cleaner.hide(settings.since.baseUrl) };
  const compared = compareReport(judged, { baseline, compare, since, pruneBaseline: isPruned });
  const report = { ...compared, exit: decideExit(compared, settings) };
  await writeReports(report, settings, terminal, env);
  const isCompared = [baseline, compare, since].some((each) => each !== undefined);
  if (isCompared && !settings.reporter.some(isForPeople))
    await say(formatComparison(report), settings, terminal);
  if (profileOut !== undefined) writeOutputFile(profileOut, "profile", formatProfile(report));
  writeBaselines(report, settings);
  return report.exit.code;
}

/** Writes the entries as they are in the file, not in their form in a report. */
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
