/** The options of `store-orders verify`, and their conversion for a run. */

import { BadInput } from "../../base/bad-input.ts";
import { selectRequirements } from "../../conformance/requirements/all-requirements.ts";
import { defaultConcurrency } from "../../conformance/targets/target.ts";
import type { CommandLine, Context } from "../command-line.ts";
import type { CommandSpec } from "../command-spec.ts";
import { connectionOptions, readConnection } from "../connection.ts";
import * as option from "../options.ts";
import { checkOutputs } from "../read-input.ts";
import { readBaseline, readEarlierReport, readProfile } from "./apply-baseline.ts";
import { findPrism } from "./prism-opinion.ts";
import { chooseReporters, outputsOf, reporterOption } from "./write-reports.ts";

const options = {
  "api-key": option.clientKeyOption,
  "api-key-command": option.shellCommand(
    "A shell command that prints the key. It runs again after a 401 to a key that worked.",
  ),
  header: option.parsedList("'N: V'", "A header for every request.", readHeaders, { secret: true }),
  wait: option.integer("SECONDS", [0, 86_400], "Longest wait for a server that starts.", 0),
  har: option.list(
    "FILE",
    "Judge recordings in place of a server: of the proxy, a browser, a mock's journal.",
  ),
  alone: option.flag("With --har: no other client changed orders, so an unexplained change is a failure."),
  "pending-order": option.orderIds("Pending orders, which the run cancels for good: name others each time."),
  "shipped-order": option.orderIds("Orders that have shipped."),
  provision: option.text("FILE", "A module: pendingOrders(count), shippedOrders(count), teardown(orders)."),
  "provider-states-url": option.parsed("URL", "Where orders are made, in Pact's wire form.", option.readUrl),
  "orders-command": option.shellCommand(
    'A shell command that prints {"pending": [ID, ...], "shipped": [ID, ...]}; it runs once.',
  ),
  "control-token": option.secret("TOKEN", "Token of a mock's control plane, which then makes the orders."),
  plan: option.flag("Print what a run may send and cost, and touch no order; with --verbose each request."),
  "read-only": option.flag("Send nothing but GET and HEAD."),
  "max-cancels": option.integer("N", [0, 1000], "Cancel at most this many orders, given ones and others."),
  disposable: option.flag("Every order on the server may be lost: try everything."),
  "expose-key": option.flag("Also try the key where it must not work: in the query and in other headers."),
  only: option.list("ID", "Judge only these requirements; a trailing * matches any ending."),
  skip: option.list("ID", "Leave these requirements out."),
  "max-requests": option.integer("N", [1, 1_000_000], "Send at most this many requests, repeats included."),
  rate: option.integer("N", [1, 100_000], "Send at most this many requests per second."),
  "wait-budget": option.integer("SECONDS", [0, 86_400], "Longest wait in all after answers 429 or 503.", 30),
  concurrency: option.integer("N", [1, 1000], "The most calls at once.", defaultConcurrency),
  settle: option.integer("MS", [0, 60_000], "Wait for late effects. Default: 500; 0 without a URL."),
  thorough: option.flag("Send each planned combination of key, path, id and headers: some 550 requests."),
  seed: option.integer("N", [0, 2 ** 31 - 1], "Draw other calls, with the same coverage. Default: 1."),
  explore: option.integer("N", [0, 1_000_000], "Also play N random histories; --seed repeats them.", 0),
  timeout: option.integer("MS", [1, 3_600_000], "Longest wait for an answer, in milliseconds.", 5000),
  ...connectionOptions,
  strict: option.flag("Warnings and drift fail the run."),
  complete: option.flag("A must without a verdict fails the run."),
  "fail-on": option.choice(["drift"], "With --compare: drift fails the run, warnings do not."),
  baseline: option.text("FILE", "Failures that are known, each with a reason and the day it expires."),
  "write-baseline": option.text(
    "FILE",
    "Write the present failures as a baseline; fill in the reasons. Those of --baseline are kept.",
  ),
  "prune-baseline": option.flag(
    "Remove what passes now from the file of --baseline, in place of failing the run.",
  ),
  since: option.text("REPORT.json", "Say first what is new, gone and still there since that json report."),
  compare: option.text("FILE|NAME", "Report in which answers the server differs from a profile."),
  "second-opinion": option.choice(
    ["prism"],
    "Ask Prism about the same answers, and report where it differs.",
  ),
  reporter: reporterOption,
  evidence: option.choice(
    ["failed", "all"],
    "Exchanges in the json report: of what failed, or of all.",
    "failed",
  ),
  verbose: option.flag("In the terminal, show each requirement; with --plan, each request."),
  "profile-out": option.text("FILE", "Write the observed answers to open questions, for mock --profile."),
  ...option.configOptions,
};

export const verifyCommand = {
  name: "verify",
  summary: "Judges a server against the Store Orders document.",
  positional: {
    name: "base-url",
    help: "The server's base address, ending in /v1. Default: a mock started for the run.",
    variable: "STORE_ORDERS_BASE_URL",
  },
  options,
  groups: {
    Target: "api-key",
    Orders: "pending-order",
    Safety: "plan",
    "Effort and selection": "only",
    Network: "timeout",
    Verdict: "strict",
    Output: "reporter",
    General: "config",
  },
  notes: [
    "Exit codes: 0 nothing failed, 1 a must failed, 2 bad usage or the run could not start,",
    "3 incomplete with --complete, or nothing was tested, 70 a fault of the kit,",
    "130, 143 or 129 when SIGINT, SIGTERM or SIGHUP stopped it: reports are written anyway.",
    "",
    "From an address and a key to a nightly job, step by step: docs/judge-staging.md.",
  ],
} as const satisfies CommandSpec;

export type VerifySettings = Awaited<ReturnType<typeof readSettings>>;

/** @throws {BadInput} for any value that cannot be used, before a request is sent */
export async function readSettings(
  line: CommandLine<typeof verifyCommand>,
  { env, terminal }: Pick<Context, "env" | "terminal">,
) {
  const baseUrl = line.positional;
  if (baseUrl !== undefined) option.readUrl(baseUrl, option.refuseFor("the base URL"));
  const values = { ...line.values };
  const { baseline, compare, providerStatesUrl } = values;
  const reporter = await chooseReporters(values.reporter, terminal);
  refuseTwo(line, "api-key", "api-key-command");
  const named = values.pendingOrder.length > 0 ? "pending-order" : "shipped-order";
  refuseTwo(line, named, "orders-command", "provision", "provider-states-url");
  // The mock of a run without an address is reached directly.
  const connectionTo = baseUrl === undefined ? () => ({}) : readConnection(line, env);
  // A proxy that cannot be used is refused before a request is sent.
  for (const url of [baseUrl, providerStatesUrl]) if (url !== undefined) connectionTo(url);
  if (values.pruneBaseline && baseline === undefined)
    throw new BadInput("Cannot use --prune-baseline: there is no baseline. Give its file with --baseline.");
  if (values.failOn !== undefined && compare === undefined)
    throw new BadInput("Cannot use --fail-on: there is no profile to compare with. Name one with --compare.");
  const settings = {
    ...values,
    baseUrl,
    reporter,
    pending: values.pendingOrder,
    shipped: values.shippedOrder,
    headers: values.header,
    timeoutMs: values.timeout,
    waitBudgetMs: values.waitBudget * 1000,
    // The kit's own mock has no orders of other clients, and no late effects.
    disposable: values.disposable || baseUrl === undefined,
    settleMs: values.settle ?? (baseUrl === undefined ? 0 : undefined),
    connectionTo,
    baseline: baseline === undefined ? undefined : readBaseline(baseline, values.pruneBaseline),
    baselineFile: baseline,
    compare: compare === undefined ? undefined : readProfile(compare),
    since: values.since === undefined ? undefined : readEarlierReport(values.since),
    requirements: selectRequirements(values, "--"),
    observe: values.only.length === 0,
  };
  // Checked before the run uses any order up.
  if (settings.secondOpinion) findPrism();
  const hasSummary = reporter.some(({ name }) => name === "github");
  checkOutputs(
    ...outputsOf(reporter),
    ["profile", settings.profileOut],
    ["baseline", settings.writeBaseline],
    ["pruned baseline", values.pruneBaseline ? baseline : undefined],
    ["step summary", (hasSummary && env.GITHUB_STEP_SUMMARY) || undefined],
  );
  return settings;
}

/** @throws {BadInput} where two of these options are given */
function refuseTwo({ origin }: Pick<CommandLine, "origin">, ...options: readonly string[]): void {
  const [one, other] = options.filter((name) => origin(name).texts.length > 0);
  if (other !== undefined) throw new BadInput(`Cannot use --${other} beside --${one}: give one of them.`);
}

/** Headers that frame a request or belong to its connection (RFC 9110, 7.6.1). */
const framingHeader =
  /^(?:connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

function readHeaders(texts: readonly string[], refuse: option.Refuse, place: string) {
  return texts.map((text) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e\t]*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) return refuse("it must be 'Name: value'", text);
    const refuseName = option.refuseFor(`${place} for ${name}`);
    if (/^authorization$/i.test(name))
      return refuseName("the suite sets it call by call. Give the key with --api-key.");
    if (framingHeader.test(name)) return refuseName("the suite frames its requests itself. Leave it out.");
    if (/^host$/i.test(name) && !/^[^\s/?#@]+$/.test(value.trim()))
      return refuseName("it must be a host, as in shop.test or shop.test:8443.");
    return [name.toLowerCase(), value] as const;
  });
}
