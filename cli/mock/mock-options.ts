/** The options of `store-orders mock`, and their conversion for a mock. */

import { BadInput } from "../../base/bad-input.ts";
import type { Json } from "../../base/json.ts";
import { maxSeed } from "../../fixtures/generate-orders.ts";
import { keepRead, parseFixtures } from "../../fixtures/parse-fixtures.ts";
import { isScenarioName, scenarioNames } from "../../fixtures/scenarios.ts";
import type { MockServerOptions } from "../../mocks/adapters/server/mock-server.ts";
import { type FaultRule, maxDelayMs, parseFaultRules } from "../../mocks/faults/fault-rule.ts";
import { readOrigin } from "../../mocks/http/origins.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { faultPresets } from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { isProfileName, namedProfiles, parseProfile, profileNames } from "../../spec/profile.ts";
import type { CommandLine } from "../command-line.ts";
import type { CommandSpec } from "../command-spec.ts";
import * as option from "../options.ts";
import { readJsonFile, readNamedFile } from "../read-input.ts";
import { readTlsPair } from "../read-tls.ts";
import { logFormats } from "./mock-log.ts";

const options = {
  port: option.integer("N", [0, 65_535], "Port to listen on; 0 picks a free one.", 4010),
  host: option.text("ADDRESS", "Address to listen on; 0.0.0.0 is open to others.", { usual: "127.0.0.1" }),
  cert: option.text("FILE", "Certificate in PEM; with --key the port speaks HTTPS."),
  key: option.text("FILE", "The certificate's private key in PEM, without a passphrase."),
  "api-key": option.secretList("KEY", `Key that lets a request in. Default: ${defaultApiKey}.`, {
    // The key of a staging server, which verify reads, is not the mock's.
    variable: "STORE_ORDERS_MOCK_API_KEY",
  }),
  orders: option.integer("N", [0, 1_000_000], "How many orders to generate. Default: 25."),
  seed: option.integer("N", [0, maxSeed], "Seed of the generated orders. Default: 1."),
  fixtures: option.text("FILE|SCENARIO", `Orders to start from: a file, or ${scenarioNames().join(", ")}.`),
  dates: option.choice(["fixed", "relative"], "relative moves ship dates to around today.", "fixed"),
  open: option.flag("Open the mock's page in a browser."),
  watch: option.flag("Start over from the fixtures file whenever it changes."),
  state: option.parsed(
    "memory|FILE|redis://HOST:PORT/DB",
    "Where the state is kept: a file outlives the mock, Redis or Valkey is shared by many. Default: memory.",
    (place) => (place === "memory" ? undefined : place),
    { secret: "in address" },
  ),
  "state-prefix": option.text(
    "TEXT",
    "Prefix of each key in Redis. Mocks with the same prefix share their state. Default: store-orders:.",
  ),
  drain: option.integer("SECONDS", [0, 3600], "After a signal, answer this long and report not ready.", 0),
  profile: option.text("FILE|NAME", `Answers to open questions: a file, or ${profileNames.join(", ")}.`),
  latency: option.parsed(
    "MS|MIN-MAX",
    "Milliseconds for each answer, or a range to draw from.",
    parseLatency,
  ),
  "ship-after": option.parsed("SECONDS", "Pending orders ship after this many seconds.", readSeconds),
  faults: option.text(
    "FILE|PRESET",
    `Fault rules at the start: a JSON array, or ${faultPresets.join(", ")}.`,
  ),
  fallback: option.parsed(
    "URL",
    "A real server, which gets every request that is not for orders.",
    (url, refuse) => new URL(option.readUrl(url, refuse)),
  ),
  broken: option.text("ID", "Make one mistake on purpose; --broken list prints them all."),
  journal: option.integer("N", [0, 1_000_000], "How many requests each world remembers.", 500),
  log: option.choice(logFormats, "How requests are logged; silent with -- CMD. Default: pretty."),
  "log-health": option.flag("Log health checks that succeed, too."),
  "allow-origin": option.parsedList(
    "ORIGIN",
    "Origin of another machine whose pages may call the API, as in https://shop.test.",
    (texts, _refuse, name) => texts.map((text) => readOrigin(text, name)),
  ),
  "no-control": option.flag("Close the control plane under /_mock."),
  "control-token": option.secret("TOKEN", "Token the control plane asks for; needed beyond this machine."),
  "control-body-limit": option.integer("MB", [1, 1000], "Megabytes that a reset may carry.", 10),
  ...option.configOptions,
};

export const mockCommand = {
  name: "mock",
  summary: "Serves the Store Orders API on a port, with orders that can be cancelled.",
  program:
    "Run a program beside the mock, with STORE_ORDERS_BASE_URL, and end with its exit code; no requests are logged.",
  stray: "Give a file with orders as --fixtures FILE.",
  options,
} as const satisfies CommandSpec;

export type MockLine = CommandLine<typeof mockCommand>;

/**
 * All options except the fixtures, which a state file may replace. @throws {BadInput} naming the option that cannot be used
 */
export function readMockOptions(line: MockLine): MockServerOptions {
  const { values } = line;
  const { port, host, orders, seed, dates, shipAfter, journal, latency } = values;
  const { apiKey, allowOrigin, controlToken, controlBodyLimit, fallback } = values;
  return {
    ...{ port, host, orders, seed, dates, shipAfter, controlToken, fallback },
    journalLength: journal,
    tls: readTlsPair(["cert", values.cert], ["key", values.key]),
    control: !values.noControl,
    controlBodyLimit: controlBodyLimit * 1_000_000,
    allowOrigins: allowOrigin.length > 0 ? allowOrigin : undefined,
    apiKeys: apiKey.length > 0 ? apiKey : undefined,
    profile: readProfile(line),
    faults: [...readFaults(line), ...(latency ? [latency] : [])],
  };
}

/**
 * The orders to start from, where a file or a scenario has them.
 * @throws {BadInput} naming the place in the file that cannot be used
 */
export function readFixtures({ values: { fixtures: name } }: MockLine): MockServerOptions["fixtures"] {
  if (name === undefined || isScenarioName(name)) return name;
  return keepRead(parseFixtures(readNamedFile(name, "fixtures", scenarioNames()), name));
}

/** More than 11 days. */
const maxSeconds = 1_000_000;

function readSeconds(text: string, refuse: option.Refuse): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= maxSeconds) return seconds;
  return refuse(`it must be seconds above 0 and up to ${maxSeconds}, as in 30 or 0.5`, text);
}

/** Reads `300` or `100-500`. */
export function parseLatency(text: string, refuse: option.Refuse): FaultRule {
  const [, first, last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const [min, max] = [Number(first), Number(last)];
  if (first === undefined || min > max || max > maxDelayMs)
    return refuse(`it must be milliseconds up to ${maxDelayMs}, as in 300, or a range, as in 100-500`, text);
  return { name: "latency", fault: "delay", ms: text.includes("-") ? [min, max] : min };
}

function readFaults({ values: { faults: name }, presets }: MockLine): readonly FaultRule[] {
  if (name === undefined) return [];
  const json =
    presetOf(presets.faults, name) ??
    faultPresets.find((preset) => preset === name) ??
    readJsonFile(name, "faults", [...faultPresets, ...Object.keys(presets.faults)]);
  try {
    return parseFaultRules(json);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(
      `Cannot use --faults: ${name}: ${error.message.replace(/^Cannot use (?:the faults: )?/, "")}`,
    );
  }
}

function readProfile({ values: { profile: name }, presets }: MockLine): Profile | undefined {
  if (name === undefined) return undefined;
  const preset = presetOf(presets.profiles, name);
  if (preset === undefined && isProfileName(name)) return namedProfiles[name];
  const names = [...profileNames, ...Object.keys(presets.profiles)];
  return parseProfile(preset ?? readJsonFile(name, "profile", names), `profile ${name}`);
}

function presetOf(presets: Readonly<Record<string, unknown>>, name: string): Json | undefined {
  return Object.hasOwn(presets, name) ? (presets[name] as Json) : undefined;
}
