/** `verify --plan`: the requests and the possible cost of a run, on one screen, or request by request. */

import { countRisks, formatPlan, type PlannedRun, planRun } from "../../conformance/calls/plan.ts";
import { phasesOf } from "../../conformance/calls/schedule.ts";
import { defaultLateMs } from "../../conformance/evidence/history.ts";
import { partsOf } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { listRequest } from "../connection.ts";
import type { VerifySettings } from "./verify-options.ts";

/** Where no orders are named, the plan has invented ones, so that it shows every call of a run with orders. */
const standIns = { pending: [1001n, 1002n, 1003n, 1004n, 1005n], shipped: [2001n] };

/** Prints the plan without changing an order. For its summary one GET measures the time of an answer. */
export async function formatRunPlan(settings: VerifySettings): Promise<string> {
  const { pending, shipped, readOnly, requirements, observe, verbose, apiKey } = settings;
  const isNamed = pending.length + shipped.length > 0;
  const orders = isNamed ? { pending, shipped } : standIns;
  const phases = phasesOf(partsOf(requirements, observe));
  const planned = readOnly ? { pending: [], shipped: [] } : orders;
  const latency = verbose ? 0 : await measureLatency(settings);
  const answerMs = typeof latency === "number" ? latency : 0;
  const plan = await planRun(phases, planned, apiKey ?? "the-key", { ...settings, answerMs });
  if (verbose) return formatPlan(plan.phases);
  const { all, read, refused, cancels } = countRisks(plan.phases);
  const number = (count: number) => String(count).padStart(6);
  const counts = `${orders.pending.length} pending and ${orders.shipped.length} shipped`;
  return `${[
    `A run with ${isNamed ? `the given orders (${counts})` : `${counts} orders, none of which are named yet,`} is planned with ${all} requests:`,
    `${number(read)}  read (GET, HEAD, OPTIONS)`,
    `${number(refused)}  must be refused: no valid key, no such order, an order that is shipped or cancelled`,
    `${number(cancels)}  cancel a given pending order, or repeat its cancel`,
    "",
    `Given orders    ${givenOrdersLine(settings, orders.pending.length)}`,
    `Other orders    ${otherOrdersLine(settings)}`,
    `More requests   only where the server gives a reason, such as a lost answer, a 429 or a parameter that`,
    "                makes a difference. --max-requests N bounds all of them.",
    `Time            ${timeLine(plan, settings, latency)}`,
    `Rate            ${rateLine(settings)}`,
    "",
    `${typeof latency === "number" ? "Nothing was sent but that GET." : "No order was touched."} --verbose prints each request.`,
  ].join("\n")}\n`;
}

const isHarmless = ({ readOnly, maxCancels }: VerifySettings) => readOnly || maxCancels === 0;

function givenOrdersLine(settings: VerifySettings, pending: number): string {
  if (isHarmless(settings)) return "none is cancelled: nothing is sent that could cancel one.";
  const { maxCancels } = settings;
  if (maxCancels !== undefined && maxCancels < pending)
    return `at most ${maxCancels} of the ${pending} pending ones are cancelled, for good.`;
  return `all ${pending} pending ones are cancelled, for good.`;
}

function otherOrdersLine(settings: VerifySettings): string {
  if (isHarmless(settings)) return "none can be lost.";
  if (settings.disposable) return "any may be lost on a wrong server: the run takes them as disposable.";
  return "none on a right server; one call may cost some on a server that treats any id as an order's.";
}

function timeLine(
  { rounds, phases }: PlannedRun,
  { settleMs = defaultLateMs, concurrency, readOnly, rate }: VerifySettings,
  latency: number | string,
): string {
  if (typeof latency === "string") return `not known: ${latency}.`;
  const { all } = countRisks(phases);
  // A run waits for late effects twice.
  const seconds = (rounds * latency + (readOnly ? 0 : 2 * settleMs)) / 1000;
  const pacedSeconds = rate === undefined ? 0 : all / rate;
  const pace = pacedSeconds > seconds ? `, ${rate} a second` : "";
  return `about ${Math.max(1, Math.round(Math.max(seconds, pacedSeconds)))} s at ${Math.round(latency)} ms for an answer (measured with one GET), ${concurrency} calls at once${pace}.`;
}

function rateLine({ rate, concurrency }: VerifySettings): string {
  if (rate !== undefined) return `at most ${rate} requests a second.`;
  return `as fast as ${concurrency} calls at once allow. For a server with a rate limit, give --rate N.`;
}

/** @returns ms, or why it is not known */
async function measureLatency(settings: VerifySettings): Promise<number | string> {
  const { baseUrl, apiKey, timeoutMs, connectionTo, headers } = settings;
  if (baseUrl === undefined) return "no server was named";
  if (apiKey === undefined) return "no key was given to measure it with";
  const target = createHttpTarget({
    baseUrl,
    apiKey,
    timeoutMs,
    connections: 1,
    connection: connectionTo(baseUrl),
  });
  const started = performance.now();
  try {
    const { status } = await target.send(listRequest(apiKey, headers));
    return status === 200 ? performance.now() - started : `a GET of the list was answered ${status}`;
  } catch (error) {
    return `a GET of the list failed, ${(error as Error).message}`;
  } finally {
    await target.close();
  }
}
