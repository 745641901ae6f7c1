/** What the options of `store-orders mock` say, read and checked. */

import { BadInput, nearestName, quoteValue } from "../../base/bad-input.ts";
import type { Json } from "../../base/json.ts";
import { keepRead, parseFixtures } from "../../fixtures/parse-fixtures.ts";
import { isScenarioName, scenarioNames } from "../../fixtures/scenarios.ts";
import { checkTls, type TlsOptions } from "../../mocks/adapters/server/check-tls.ts";
import type { MockServerOptions } from "../../mocks/adapters/server/mock-server.ts";
import { longestDelay } from "../../mocks/faults/fault-fields.ts";
import type { FaultRule } from "../../mocks/faults/fault-rule.ts";
import { parseFaultRules } from "../../mocks/faults/parse-fault-rules.ts";
import { faultPresets } from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { isProfileName, namedProfiles, parseProfile, profileNames } from "../../spec/profile.ts";
import type { CommandLine } from "../command-line.ts";
import { presetOf } from "../config/read-command-line.ts";
import { readInputFile, readJsonText } from "../read-input.ts";
import { checkSecret, checkUrl } from "../shared-options.ts";

/** All but the fixtures, which a state file may stand in for. @throws {BadInput} naming the option that cannot be used */
export async function readMockOptions(line: CommandLine): Promise<MockServerOptions> {
  const apiKeys = line.list("api-key");
  const controlToken = line.text("control-token");
  for (const key of apiKeys) checkSecret(key, line.blamed("api-key"), "a key");
  if (controlToken !== undefined) checkSecret(controlToken, line.blamed("control-token"), "a token");
  const bodyLimit = line.integer("control-body-limit");
  const fallback = line.text("fallback");
  if (fallback !== undefined) checkUrl(fallback, "--fallback");
  const someOf = (name: string) => (line.list(name).length > 0 ? line.list(name) : undefined);
  return {
    port: line.integer("port") ?? 4010,
    host: line.text("host") ?? "127.0.0.1",
    tls: await readTlsFiles(line),
    control: !line.flag("no-control"),
    controlToken,
    controlBodyLimit: bodyLimit === undefined ? undefined : bodyLimit * 1_000_000,
    allowOrigins: someOf("allow-origin"),
    apiKeys: someOf("api-key"),
    orders: line.integer("orders"),
    seed: line.integer("seed"),
    dates: line.choice("dates", ["fixed", "relative"]),
    fallback: fallback === undefined ? undefined : new URL(fallback),
    profile: await readProfile(line),
    faults: await readFaults(line),
    shipAfter: readSeconds(line, "ship-after"),
    journalLength: line.integer("journal"),
  };
}

async function readTlsFiles(line: CommandLine): Promise<TlsOptions | undefined> {
  const [cert, key] = [line.text("cert"), line.text("key")];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    const [given, missing] = cert === undefined ? ["key", "cert"] : ["cert", "key"];
    throw new BadInput(`Cannot use ${line.blamed(given!)}: --${missing} is missing. Give both, or neither.`);
  }
  const tls = {
    cert: await readInputFile(cert, "certificate"),
    key: await readInputFile(key, "private key"),
  };
  checkTls(tls, { cert: `${line.blamed("cert")} ${cert}`, key: `${line.blamed("key")} ${key}` });
  return tls;
}

/**
 * The orders to start from, where a file or a scenario has them.
 * @throws {BadInput} naming the place in the file that cannot be used
 */
export async function readFixturesOption(line: CommandLine): Promise<Pick<MockServerOptions, "fixtures">> {
  const name = line.text("fixtures");
  if (name === undefined) return {};
  if (isScenarioName(name)) return { fixtures: name };
  return { fixtures: keepRead(parseFixtures(await readNamedFile(name, "fixtures", scenarioNames()), name)) };
}

/** @throws {BadInput} for a fixtures file that cannot be watched */
export function checkWatch(line: CommandLine): void {
  if (!line.flag("watch")) return;
  const fixtures = line.text("fixtures");
  if (fixtures === undefined || isScenarioName(fixtures)) {
    throw new BadInput("Cannot use --watch: there is no file to watch. Name one with --fixtures.");
  }
}

/** A day and more: what a person means to wait for ends before. */
const mostSeconds = 1_000_000;

function readSeconds(line: CommandLine, option: string): number | undefined {
  const text = line.text(option);
  if (text === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= mostSeconds) return seconds;
  throw new BadInput(
    `Cannot use ${line.blamed(option)}: it must be seconds above 0 and up to ${mostSeconds}, as in 30 or 0.5, got ${quoteValue(text)}.`,
  );
}

async function readFaults(line: CommandLine): Promise<readonly FaultRule[]> {
  const latency = line.text("latency");
  const file = line.text("faults");
  const rules = file === undefined ? [] : await readFaultRules(line, file);
  return latency === undefined ? rules : [...rules, parseLatency(latency, line.blamed("latency"))];
}

/**
 * Reads `300` or `100-500`.
 * @param option as the message names it
 * @throws {BadInput} for anything else
 */
export function parseLatency(text: string, option = "--latency"): FaultRule {
  const [, least, most = least] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const [from, to] = [Number(least), Number(most)];
  if (from > to && from <= longestDelay)
    throw new BadInput(
      `Cannot use ${option}: ${quoteValue(text)} has its larger number first. Write ${to}-${from}.`,
    );
  if (least === undefined || to > longestDelay) {
    throw new BadInput(
      `Cannot use ${option}: it must be milliseconds up to ${longestDelay}, as in 300, or a span, as in 100-500, got ${quoteValue(text)}.`,
    );
  }
  return { name: "latency", fault: "delay", ms: text.includes("-") ? [from, to] : from };
}

async function readFaultRules(line: CommandLine, file: string): Promise<readonly FaultRule[]> {
  const preset = presetOf(line, "faults", file) as Json | undefined;
  const named = faultPresets.find((name) => name === file);
  const json =
    preset ?? named ?? readJsonText(await readNamedFile(file, "faults", faultPresets), `faults ${file}`);
  try {
    return parseFaultRules(json);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(
      `Cannot use ${line.blamed("faults")} ${file}: ${error.message.replace(/^Cannot use (?:the faults: )?/, "")}`,
    );
  }
}

async function readProfile(line: CommandLine): Promise<Profile | undefined> {
  const name = line.text("profile");
  if (name === undefined) return undefined;
  const preset = presetOf(line, "profiles", name) as Json | undefined;
  if (preset !== undefined) return parseProfile(preset, `profile ${name}`);
  if (isProfileName(name)) return namedProfiles[name];
  const text = await readNamedFile(name, "profile", profileNames);
  return parseProfile(readJsonText(text, `profile ${name}`), `profile ${name}`);
}

/** A file, where the user may also have mistyped one of a few names. */
async function readNamedFile(name: string, what: string, names: readonly string[]): Promise<string> {
  try {
    return await readInputFile(name, what);
  } catch (error) {
    const near = nearestName(name, names);
    if (!near) throw error;
    throw new BadInput(
      `Cannot use --${what}: ${quoteValue(name)} is neither a file nor a known name. Did you mean ${near}?`,
    );
  }
}
