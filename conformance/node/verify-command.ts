/** `store-orders verify`: judges a server by its base URL. */

import { type Environment, formatHelp, parseCommandLine } from "../../cli/command-line.ts";
import { writeOutputFile } from "../../cli/read-input.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { BadInput } from "../../spec/bad-input.ts";
import { formatBaseline } from "../baseline.ts";
import { castOrders } from "../cast.ts";
import type { Exchange } from "../exchange.ts";
import { formatProfile } from "../observed-profile.ts";
import { formatPlan, planScenes } from "../plan.ts";
import { exitCodeOf } from "../report.ts";
import { runSuite, scenesOf } from "../run-suite.ts";
import type { Target } from "../target.ts";
import { afterthoughts } from "./afterthoughts.ts";
import { findOrders } from "./find-orders.ts";
import { createHttpTarget } from "./http-target.ts";
import { createProgressLine } from "./progress-line.ts";
import { readSettings, type VerifySettings, verifyCommand } from "./verify-options.ts";
import { writeReports } from "./write-reports.ts";

/** A server started for the run when no base URL is given. */
export interface OwnServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

export async function runVerifyCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
  startOwnServer: () => Promise<OwnServer>,
): Promise<number> {
  const line = parseCommandLine(verifyCommand, args, env);
  if (line.flag("help")) {
    await terminal.out(formatHelp(verifyCommand));
    return 0;
  }
  const baseUrl = line.positional ?? env.STORE_ORDERS_BASE_URL;
  const settings = await readSettings(line, baseUrl);
  // A key given as an argument would stand in the process list for as long as the run lasts.
  if (args.some((argument) => argument.startsWith("--api-key"))) process.title = "store-orders verify";
  if (line.flag("plan")) {
    await terminal.out(await formatRunPlan(settings));
    return 0;
  }

  const own = baseUrl === undefined ? await startOwnServer() : undefined;
  const apiKey = own?.apiKey ?? line.text("api-key");
  if (apiKey === undefined) {
    throw new BadInput("Cannot call the server without a key. Set STORE_ORDERS_API_KEY, or give --api-key.");
  }
  try {
    const rules = { strict: line.flag("strict"), complete: line.flag("complete") };
    return await judge(settings, own?.baseUrl ?? baseUrl!, apiKey, rules, { env, terminal });
  } finally {
    await own?.close();
  }
}

async function judge(
  settings: VerifySettings,
  baseUrl: string,
  apiKey: string,
  rules: { readonly strict: boolean; readonly complete: boolean },
  { env, terminal }: { readonly env: Environment; readonly terminal: Terminal },
): Promise<number> {
  const { timeoutMs, concurrency, connection, headers } = settings;
  const http = createHttpTarget({ baseUrl, apiKey, timeoutMs, connections: concurrency, connection });
  const progress = createProgressLine(terminal);
  const exchanges: Exchange[] = [];
  try {
    const target: Target = { ...http, arrange: await findOrders(settings, baseUrl, headers, timeoutMs) };
    const judged = await runSuite(target, {
      ...settings,
      onProgress: progress.show,
      onExchange: settings.secondOpinion && ((exchange) => exchanges.push(exchange)),
      onTrouble: (message) => terminal.err(`store-orders: ${message}\n`),
    });
    progress.clear();
    const { report, text, hasStale, drift } = await afterthoughts(judged, settings, exchanges);
    await writeReports(report, settings.reporters, terminal, env.GITHUB_STEP_SUMMARY);
    if (text !== "") await terminal.out(text);
    if (settings.profileOut !== undefined) {
      await writeOutputFile(settings.profileOut, "profile", formatProfile(report));
    }
    if (settings.writeBaseline !== undefined) {
      await writeOutputFile(settings.writeBaseline, "baseline", formatBaseline(report));
    }
    const code = exitCodeOf(report, rules);
    const fails = hasStale || (rules.strict && drift.length > 0);
    return code === 0 && fails ? 1 : code;
  } finally {
    progress.clear();
    await http.close();
  }
}

/** Parts without a named order get a stand-in: the plan shows every call a full run makes. */
async function formatRunPlan({ pending, shipped, requirements, observe }: VerifySettings): Promise<string> {
  const standIns = [1001n, 1002n, 1003n, 1004n, 1005n];
  const cast = castOrders({
    pending: pending.length > 0 ? pending : standIns,
    shipped: shipped.length > 0 ? shipped : [2001n],
  });
  return formatPlan(await planScenes(scenesOf(requirements, observe), cast, "the-key"));
}
