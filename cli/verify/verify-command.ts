/** `store-orders verify`: judges a server by its base URL. */

import { BadInput } from "../../base/bad-input.ts";
import type { Exchange } from "../../conformance/evidence/exchange.ts";
import { createTrafficCleaners } from "../../conformance/proxy/traffic-cleaners.ts";
import { formatBaseline } from "../../conformance/report/baseline.ts";
import { exitCodeOf } from "../../conformance/report/create-report.ts";
import { createReportHider, hideInData, namesOfShown } from "../../conformance/report/hide-secrets.ts";
import { formatProfile } from "../../conformance/report/observed-profile.ts";
import type { Report } from "../../conformance/report/report.ts";
import { printable } from "../../conformance/report/reporters/text.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import type { Target } from "../../conformance/targets/target.ts";
import type { Environment } from "../command-line.ts";
import { readCommandLine } from "../config/read-command-line.ts";
import { checkOutputFile, writeOutputFile } from "../read-input.ts";
import { exitCodes, onStopSignal } from "../stop-signals.ts";
import type { Terminal } from "../terminal.ts";
import { findOrders } from "./find-orders.ts";
import { createProgressLine } from "./progress-line.ts";
import { endProvision } from "./provision.ts";
import { readSettings, type VerifySettings, verifyCommand } from "./verify-options.ts";
import { disarmCommands, writeReports } from "./write-reports.ts";

interface Ends {
  readonly env: Environment;
  readonly terminal: Terminal;
}

export async function runVerifyCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  const line = await readCommandLine(verifyCommand, args, env, terminal);
  if (line === undefined) return 0;
  const baseUrl = line.positional;
  const settings = await readSettings(line, baseUrl);
  // A key given as an argument would stand in the process list for as long as the run lasts.
  if (args.some((argument) => argument.startsWith("--api-key"))) process.title = "store-orders verify";
  const { GITHUB_STEP_SUMMARY: summary } = env;
  if (summary && settings.reporters.some(({ name }) => name === "github"))
    await checkOutputFile(summary, "step summary");
  if (line.flag("plan")) {
    const { formatRunPlan } = await import("./plan-command.ts");
    await terminal.out(await formatRunPlan(settings, baseUrl, line.text("api-key")));
    return 0;
  }

  if (settings.recordings.length > 0)
    return judgeHar(settings, baseUrl, line.text("api-key"), { env, terminal });
  const own = baseUrl === undefined ? await startOwnMock() : undefined;
  const apiKey = own?.apiKey ?? line.text("api-key");
  if (apiKey === undefined) {
    throw new BadInput(
      "Cannot call the server: no API key was given. Set STORE_ORDERS_API_KEY, or give --api-key.",
    );
  }
  try {
    return await judge(settings, own?.baseUrl ?? baseUrl!, apiKey, { env, terminal });
  } finally {
    await own?.close();
  }
}

/** The server that is judged when none is named. */
async function startOwnMock() {
  const { startMockServer } = await import("../../mocks/adapters/server/mock-server.ts");
  const { defaultApiKey } = await import("../../mocks/mock-options.ts");
  const server = await startMockServer();
  return { baseUrl: server.baseUrl, apiKey: defaultApiKey, close: () => server.close() };
}

async function judge(
  settings: VerifySettings,
  baseUrl: string,
  apiKey: string,
  { env, terminal }: Ends,
): Promise<number> {
  const { timeoutMs, concurrency, connection, headers } = settings;
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
  const exchanges: Exchange[] = [];
  try {
    const target: Target = {
      ...http,
      arrange: await findOrders({ ...settings, apiKey }, baseUrl, headers, timeoutMs),
    };
    const judged = await runSuite(target, {
      ...settings,
      signal: stop.signal,
      onProgress: progress.show,
      onExchange: (exchange) => {
        progress.count();
        if (settings.secondOpinion) exchanges.push(exchange);
      },
      onTrouble: (message) => terminal.err(`store-orders: ${printable(hide(message))}\n`),
    });
    progress.clear();
    const code = await publish(judged, settings, hide, { env, terminal });
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
    endProvision();
    await http.close();
  }
}

async function judgeHar(
  settings: VerifySettings,
  baseUrl: string | undefined,
  apiKey: string | undefined,
  ends: Ends,
): Promise<number> {
  const { judgeRecordings } = await import("./judge-recordings.ts");
  const apiKeys = apiKey === undefined ? [] : [apiKey];
  const cleaners = createTrafficCleaners(apiKeys);
  const judged = await judgeRecordings(settings, baseUrl, apiKeys, cleaners);
  for (const [count, why] of [
    [judged.withoutBody, "the recording lacks their bodies"],
    [judged.tooLarge, "the recording has more than 6 MB of each"],
  ])
    if (count) ends.terminal.err(`store-orders: ${count} exchanges were left out: ${why}.\n`);
  return publish(judged.report, settings, cleaners().hide, ends);
}

/** Writes all that a run is to leave behind, and says how it ended. */
async function publish(
  judged: Report,
  settings: VerifySettings,
  hide: (text: string) => string,
  { env, terminal }: Ends,
): Promise<number> {
  const baseline = settings.baseline && hideInData(settings.baseline, hide);
  const { report, text, hasStale, drift } =
    baseline || settings.compare
      ? (await import("./apply-baseline.ts")).applyBaselineAndProfile(judged, { ...settings, baseline })
      : { report: judged, text: "", hasStale: false, drift: [] };
  await writeReports(report, settings, terminal, env);
  if (text !== "") await say(text, settings, terminal);
  if (settings.profileOut !== undefined) {
    await writeOutputFile(settings.profileOut, "profile", formatProfile(report));
  }
  if (settings.writeBaseline !== undefined) {
    await writeOutputFile(settings.writeBaseline, "baseline", formatBaseline(report));
  }
  const code = exitCodeOf(report, settings);
  const fails = hasStale || (settings.strict && drift.length > 0);
  return code === 0 && fails ? 1 : code;
}

/** What a program reads from standard output must stay whole. */
async function say(text: string, { reporters }: VerifySettings, terminal: Ends["terminal"]): Promise<void> {
  const isForProgram = reporters.some(
    ({ name, file }) => file === undefined && name !== "terminal" && name !== "github",
  );
  await (isForProgram ? terminal.err(text) : terminal.out(text));
}
