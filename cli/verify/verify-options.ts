/** The options of `store-orders verify`, and what a run makes of them. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import type { Json } from "../../base/json.ts";
import type { HeaderList } from "../../conformance/evidence/exchange.ts";
import { parseBaseline } from "../../conformance/report/baseline.ts";
import { selectRequirements } from "../../conformance/requirements/select-requirements.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { isProfileName, namedProfiles, parseProfile } from "../../spec/profile.ts";
import {
  type CommandLine,
  type CommandSpec,
  configOptions,
  helpOption,
  integer,
  list,
  text,
} from "../command-line.ts";
import { readInputFile, readJsonText } from "../read-input.ts";
import {
  checkOutputs,
  checkSecret,
  checkUrl,
  connectionOptions,
  readConnection,
  readOrderIds,
} from "../shared-options.ts";
import { parseReporters } from "./write-reports.ts";

export const verifyCommand = {
  name: "verify",
  summary: "Judges a server against the Store Orders document.",
  positional: {
    name: "base-url",
    help: "The server's base address, ending in /v1. Default: a mock started for the run.",
    variable: "STORE_ORDERS_BASE_URL",
  },
  options: {
    "api-key": text(
      "KEY",
      "Key the server accepts. Better given as STORE_ORDERS_API_KEY: arguments can be seen.",
      { secret: true },
    ),
    header: list("'N: V'", "A header for every request.", { secret: true }),
    har: list(
      "FILE",
      "Judge a recording instead of a server: of the proxy, of a browser, of the mock's journal.",
    ),
    alone: {
      help: "With --har: nobody else changed the orders, so a change that no recorded call explains is a failure.",
    },
    "pending-order": list(
      "ID[,ID...]",
      "Pending orders, which the run cancels for good: name others each time.",
    ),
    "shipped-order": list("ID[,ID...]", "Orders that have shipped."),
    provision: text("FILE", "A module with pendingOrders(count), shippedOrders(count), teardown(orders)."),
    "provider-states-url": text("URL", "Where orders are made on request, in Pact's wire form."),
    "orders-command": text(
      "CMD",
      'A shell command that prints {"pending": [ID, ...], "shipped": [ID, ...]}; it runs once.',
      { secret: true },
    ),
    plan: {
      help: "Print what a run would send and may cost, and touch no order; with --verbose each request.",
    },
    "read-only": { help: "Send nothing but GET and HEAD." },
    "max-cancels": integer(
      "N",
      0,
      1000,
      "The most orders that may be cancelled on the server, given ones and others.",
    ),
    disposable: { help: "Every order on the server may be lost: try everything." },
    "expose-key": { help: "Also try the key where it must not work: in the query and in other headers." },
    only: list("ID", "Judge only these requirements; a trailing * stands for any ending."),
    skip: list("ID", "Leave these requirements out."),
    "max-requests": integer("N", 1, 1_000_000, "Send at most this many requests."),
    rate: integer("N", 1, 100_000, "Send at most this many requests per second."),
    concurrency: integer("N", 1, 1000, "The most calls at once. Default: 8."),
    settle: integer(
      "MS",
      0,
      60_000,
      "Milliseconds to wait for effects that come late. Default: 500; 0 without a URL.",
    ),
    thorough: { help: "Send each planned combination of key, path, id and headers: some 550 requests." },
    seed: integer("N", 0, 2 ** 31 - 1, "Draw other calls, with the same coverage. Default: 1."),
    explore: integer(
      "N",
      0,
      1_000_000,
      "Also play N random histories, and shrink those that break something; --seed repeats them. Default: 0.",
    ),
    timeout: integer("MS", 1, 3_600_000, "Longest wait for an answer, in milliseconds. Default: 5000."),
    ...connectionOptions,
    strict: { help: "Warnings and drift fail the run." },
    complete: { help: "A must without a verdict fails the run." },
    baseline: text("FILE", "Failures that are known, each with a reason and the day it expires."),
    "write-baseline": text("FILE", "Write the present failures as a baseline; fill in the reasons."),
    compare: text("FILE|NAME", "Report in which answers the server differs from a profile."),
    "second-opinion": text("prism", "Ask Prism about the same answers, and report where it differs and why."),
    reporter: list(
      "NAME[=FILE]",
      "terminal, json, junit, html, markdown or github, to a file if one is named. Default: terminal.",
    ),
    verbose: { help: "In the terminal, show each requirement; with --plan, each request." },
    "profile-out": text("FILE", "Write the observed answers to the open questions, for mock --profile."),
    ...configOptions,
    help: helpOption,
  },
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
    "130, 143 or 129 when SIGINT, SIGTERM or SIGHUP stopped it: reports are written all the same.",
    "",
    "From an address and a key to a nightly job, step by step: docs/judge-staging.md.",
  ],
} as const satisfies CommandSpec;

export type VerifySettings = Awaited<ReturnType<typeof readSettings>>;

/** @throws {BadInput} for any value that cannot be used, before a request is sent */
export async function readSettings(line: CommandLine, baseUrl: string | undefined) {
  if (baseUrl !== undefined) checkUrl(baseUrl, "the base URL");
  const apiKey = line.text("api-key");
  if (apiKey !== undefined) checkSecret(apiKey);
  const providerStatesUrl = line.text("provider-states-url");
  if (providerStatesUrl !== undefined) checkUrl(providerStatesUrl, "--provider-states-url");
  const baseline = line.text("baseline");
  const compare = line.text("compare");
  const optIns = line.flag("expose-key") ? ["expose-key"] : [];
  const settings = {
    pending: readOrderIds(line, "pending-order"),
    shipped: readOrderIds(line, "shipped-order"),
    providerStatesUrl,
    provision: line.text("provision"),
    ordersCommand: readCommand(line),
    headers: line.list("header").map(readHeader) as HeaderList,
    timeoutMs: line.integer("timeout") ?? 5000,
    concurrency: line.integer("concurrency") ?? 8,
    maxCancels: line.integer("max-cancels"),
    // Nobody else has orders in a mock that was started for the run.
    disposable: line.flag("disposable") || baseUrl === undefined,
    thorough: line.flag("thorough"),
    verbose: line.flag("verbose"),
    strict: line.flag("strict"),
    complete: line.flag("complete"),
    recordings: line.list("har"),
    isAllTraffic: line.flag("alone"),
    maxRequests: line.integer("max-requests"),
    rate: line.integer("rate"),
    // The kit's own mock has done all it does before it answers.
    settleMs: line.integer("settle") ?? (baseUrl === undefined ? 0 : undefined),
    explore: line.integer("explore"),
    seed: line.integer("seed"),
    readOnly: line.flag("read-only"),
    connection: await readConnection(line),
    baseline:
      baseline === undefined ? undefined : parseBaseline(await readJson(baseline, "baseline"), baseline),
    writeBaseline: line.text("write-baseline"),
    compare: compare === undefined ? undefined : await readProfile(compare),
    secondOpinion: line.choice("second-opinion", ["prism"]),
    profileOut: line.text("profile-out"),
    reporters: parseReporters(line.list("reporter")),
    requirements: selectRequirements(line.list("only"), line.list("skip"), optIns),
    observe: line.list("only").length === 0,
  };
  // Better now than when the orders are used up.
  if (settings.secondOpinion) (await import("./prism-opinion.ts")).findPrism();
  await checkOutputs([
    ...settings.reporters.map(({ file }) => ["report", file] as const),
    ["profile", settings.profileOut],
    ["baseline", settings.writeBaseline],
  ]);
  return settings;
}

function readCommand(line: CommandLine): string | undefined {
  const command = line.text("orders-command");
  if (command === undefined || (command.trim() !== "" && !command.includes("\0"))) return command;
  throw new BadInput(`Cannot use --orders-command: it must be a shell command, got ${quoteValue(command)}.`);
}

async function readJson(file: string, what: string): Promise<Json> {
  return readJsonText(await readInputFile(file, what), `${what} ${file}`);
}

/** Only what the profile itself says is compared: a default is nothing that was observed. */
async function readProfile(name: string): Promise<Partial<Profile>> {
  if (isProfileName(name)) return namedProfiles[name];
  const json = await readJson(name, "profile");
  const whole = parseProfile(json, `profile ${name}`);
  return Object.fromEntries(
    Object.entries(whole).filter(([question]) => Object.hasOwn(json as object, question)),
  );
}

function readHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e\t]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new BadInput(`Cannot use --header: it must be 'Name: value', got ${quoteValue(text)}.`);
  }
  if (name.toLowerCase() === "authorization") {
    throw new BadInput(
      "Cannot use --header for Authorization: the suite sets it call by call. Give the key with --api-key.",
    );
  }
  return [name.toLowerCase(), value];
}
