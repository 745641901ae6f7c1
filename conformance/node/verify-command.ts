/** `store-orders verify`: judges a server by its base URL. */

import {
  type CommandLine,
  type CommandSpec,
  type Environment,
  formatHelp,
  helpOption,
  parseCommandLine,
} from "../../cli/command-line.ts";
import { writeOutputFile } from "../../cli/read-input.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { BadInput, quoteValue } from "../../spec/bad-input.ts";
import { isInt64 } from "../../spec/wire.ts";
import type { HeaderList } from "../exchange.ts";
import { formatProfile } from "../observed-profile.ts";
import { exitCodeOf } from "../report.ts";
import { runSuite } from "../run-suite.ts";
import { selectRequirements } from "../select-requirements.ts";
import type { Target } from "../target.ts";
import { findOrders } from "./find-orders.ts";
import { createHttpTarget } from "./http-target.ts";
import { createProgressLine } from "./progress-line.ts";
import { parseReporters, writeReports } from "./write-reports.ts";

/** A server started for the run when no base URL is given. */
export interface OwnServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

export const verifyCommand: CommandSpec = {
  name: "verify",
  summary: "Judges a server against the Store Orders document.",
  positional: {
    name: "base-url",
    help: "The server's base address, ending in /v1. Default: a mock started for the run.",
  },
  options: {
    "api-key": {
      value: "KEY",
      help: "Key the server accepts. Better given as STORE_ORDERS_API_KEY: arguments can be seen.",
    },
    "pending-order": {
      value: "ID[,ID...]",
      multiple: true,
      help: "Pending orders, which the run may cancel for good.",
    },
    "shipped-order": { value: "ID[,ID...]", multiple: true, help: "Orders that have shipped." },
    "provider-states-url": { value: "URL", help: "Where orders are made on request, in Pact's wire form." },
    header: { value: "'N: V'", multiple: true, help: "A header for every request." },
    timeout: { value: "MS", help: "Longest wait for an answer. Default: 5000." },
    concurrency: { value: "N", help: "Calls under way at once. Default: 8." },
    only: {
      value: "ID",
      multiple: true,
      help: "Judge these requirements alone; a trailing * stands for any ending.",
    },
    skip: { value: "ID", multiple: true, help: "Leave these requirements out." },
    strict: { help: "Warnings fail the run." },
    complete: { help: "A must without a verdict fails the run." },
    reporter: {
      value: "NAME[=FILE]",
      multiple: true,
      help: "terminal, json or junit, to a file if one is named. Default: terminal.",
    },
    "profile-out": {
      value: "FILE",
      help: "Write the observed answers to the open questions, for mock --profile.",
    },
    help: helpOption,
  },
  notes: [
    "Exit codes: 0 nothing failed, 1 a must failed, 2 bad usage or the run could not start,",
    "3 incomplete with --complete, or nothing was tested, 70 a fault of the kit.",
    "",
  ],
};

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
  const settings = readSettings(line, baseUrl);
  // A key given as an argument would stand in the process list for as long as the run lasts.
  if (args.some((argument) => argument.startsWith("--api-key"))) process.title = "store-orders verify";

  const own = baseUrl === undefined ? await startOwnServer() : undefined;
  const address = own?.baseUrl ?? baseUrl!;
  const apiKey = own?.apiKey ?? line.text("api-key");
  if (apiKey === undefined) {
    throw new BadInput("Cannot call the server without a key. Set STORE_ORDERS_API_KEY, or give --api-key.");
  }
  const { timeoutMs, concurrency, reporters, requirements, headers } = settings;
  const http = createHttpTarget({ baseUrl: address, apiKey, timeoutMs, connections: concurrency });
  const progress = createProgressLine(terminal);
  try {
    const target: Target = { ...http, arrange: findOrders(settings, address, headers, timeoutMs) };
    const onTrouble = (message: string) => terminal.err(`store-orders: ${message}\n`);
    const suite = { requirements, headers, concurrency, onProgress: progress.show, onTrouble };
    const report = await runSuite(target, suite);
    progress.clear();
    await writeReports(report, reporters, terminal);
    const profileOut = line.text("profile-out");
    if (profileOut !== undefined) await writeOutputFile(profileOut, "profile", formatProfile(report));
    return exitCodeOf(report, { strict: line.flag("strict"), complete: line.flag("complete") });
  } finally {
    progress.clear();
    await http.close();
    await own?.close();
  }
}

function readSettings(line: CommandLine, baseUrl: string | undefined) {
  if (baseUrl !== undefined) checkUrl(baseUrl, "the base URL");
  const apiKey = line.text("api-key");
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new BadInput("Cannot use the API key: a key is visible ASCII characters without spaces.");
  }
  const providerStatesUrl = line.text("provider-states-url");
  if (providerStatesUrl !== undefined) checkUrl(providerStatesUrl, "--provider-states-url");
  return {
    pending: readIds(line, "pending-order"),
    shipped: readIds(line, "shipped-order"),
    providerStatesUrl,
    headers: line.list("header").map(readHeader) as HeaderList,
    timeoutMs: line.integer("timeout", 1, 3_600_000) ?? 5000,
    concurrency: line.integer("concurrency", 1, 1000) ?? 8,
    reporters: parseReporters(line.list("reporter")),
    requirements: selectRequirements(line.list("only"), line.list("skip")),
  };
}

function checkUrl(text: string, what: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new BadInput(
      `Cannot use ${what}: it must be an http or https address, as in https://host/v1, got ${quoteValue(text)}.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new BadInput(
      `Cannot use ${what}: it must not hold a user, a query or a fragment. The key goes into STORE_ORDERS_API_KEY.`,
    );
  }
}

function readIds(line: CommandLine, option: string): readonly bigint[] {
  const texts = line
    .list(option)
    .flatMap((value) => value.split(","))
    .map((text) => text.trim());
  const ids = texts.map((text) => {
    const id = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
    if (!isInt64(id))
      throw new BadInput(
        `Cannot use --${option}: an order id is an int64 in digits, got ${quoteValue(text)}.`,
      );
    return id;
  });
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new BadInput(`Cannot use --${option}: order ${twice} is named twice.`);
  return ids;
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
