/** `store-orders mock`: serves the API until it is told to stop. */

import {
  type CommandLine,
  type CommandSpec,
  type Environment,
  formatHelp,
  helpOption,
  parseCommandLine,
} from "../../cli/command-line.ts";
import { readInputFile, readJsonText } from "../../cli/read-input.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { maxSeed } from "../../fixtures/generate-orders.ts";
import { parseFixtures } from "../../fixtures/parse-fixtures.ts";
import { scenarioNames } from "../../fixtures/scenarios.ts";
import { BadInput, nearestName, quoteValue } from "../../spec/bad-input.ts";
import { controlPrefix } from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { namedProfiles, parseProfile } from "../../spec/profile.ts";
import { versionPrefix } from "../../spec/wire.ts";
import { defaultApiKey } from "../mock.ts";
import { formatBanner } from "./banner.ts";
import { type MockServer, type MockServerOptions, startMockServer } from "./mock-server.ts";
import { createRequestLog, logFormats } from "./request-log.ts";

export const mockCommand: CommandSpec = {
  name: "mock",
  summary: "Serves the Store Orders API on a port, with orders that can be cancelled.",
  options: {
    port: { value: "N", help: "Port to listen on; 0 picks a free one. Default: 4010." },
    host: { value: "ADDRESS", help: "Address to listen on. Default: 127.0.0.1, this machine only." },
    "api-key": {
      value: "KEY",
      multiple: true,
      help: `Key that lets a request in. Default: ${defaultApiKey}.`,
    },
    orders: { value: "N", help: "How many orders to generate. Default: 25." },
    seed: { value: "N", help: "Seed of the generated orders. Default: 1." },
    fixtures: {
      value: "FILE|SCENARIO",
      help: `Orders to start from: a JSON file, or ${scenarioNames().join(", ")}.`,
    },
    profile: {
      value: "FILE|NAME",
      help: `Answers to the open questions: a file, or ${Object.keys(namedProfiles).join(", ")}.`,
    },
    log: { value: "FORMAT", help: `How requests are logged: ${logFormats.join(", ")}. Default: pretty.` },
    "no-control": { help: "Close the control plane under /_mock." },
    "control-token": {
      value: "TOKEN",
      help: "Token the control plane asks for; needed beyond this machine.",
    },
    help: helpOption,
  },
};

export async function runMockCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  const line = parseCommandLine(mockCommand, args, env);
  if (line.flag("help")) {
    await terminal.out(formatHelp(mockCommand));
    return 0;
  }
  const log = line.choice("log", logFormats) ?? "pretty";
  const options = await readOptions(line);
  const { apiKeys = [], controlToken } = options;
  const secrets = controlToken === undefined ? apiKeys : [...apiKeys, controlToken];
  // A key given as an argument would stand in the process list for as long as the mock runs.
  if (secrets.length > 0) process.title = "store-orders mock";

  const onAnswer = createRequestLog(log, terminal, secrets);
  await using server = await startMockServer({ ...options, ...(onAnswer && { onAnswer }) });
  // Listened to before the banner: whoever reads it may stop the mock at once.
  const stopped = stopSignal(server);
  if (log !== "silent")
    await terminal.out(log === "json" ? startLine(server) : banner(server, line, terminal));
  await stopped;
  return 0;
}

async function readOptions(line: CommandLine): Promise<MockServerOptions> {
  const apiKeys = line.list("api-key");
  const controlToken = line.text("control-token");
  for (const key of apiKeys) checkSecret(key, "--api-key", "a key");
  if (controlToken !== undefined) checkSecret(controlToken, "--control-token", "a token");
  const orders = line.integer("orders", 0, 1_000_000);
  const seed = line.integer("seed", 0, maxSeed);
  const fixtures = line.text("fixtures");
  const profile = line.text("profile");
  return {
    port: line.integer("port", 0, 65_535) ?? 4010,
    host: line.text("host") ?? "127.0.0.1",
    control: !line.flag("no-control"),
    controlToken,
    ...(apiKeys.length > 0 && { apiKeys }),
    ...(orders !== undefined && { orders }),
    ...(seed !== undefined && { seed }),
    ...(fixtures !== undefined && { fixtures: await readFixtures(fixtures) }),
    ...(profile !== undefined && { profile: await readProfile(profile) }),
  };
}

/** A header field value cannot carry other characters (RFC 9110, 5.5), nor a bearer token spaces (RFC 6750, 2.1). */
function checkSecret(text: string, option: string, what: string): void {
  // Not quoted: it would stand in a log.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new BadInput(`Cannot use ${option}: ${what} is visible ASCII characters without spaces.`);
}

async function readFixtures(name: string): Promise<NonNullable<MockServerOptions["fixtures"]>> {
  if (scenarioNames().includes(name)) return name;
  return parseFixtures(await readNamedFile(name, "fixtures", scenarioNames()), name);
}

async function readProfile(name: string): Promise<Profile> {
  const named = Object.hasOwn(namedProfiles, name) ? namedProfiles[name] : undefined;
  if (named) return named;
  const text = await readNamedFile(name, "profile", Object.keys(namedProfiles));
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
      `Cannot use --${what}: ${quoteValue(name)} is neither a file nor a name it knows. Did you mean ${near}?`,
    );
  }
}

function banner({ baseUrl, mock }: MockServer, line: CommandLine, terminal: Terminal): string {
  const fixtures = line.text("fixtures");
  const { seed } = mock.control.health();
  return formatBanner(
    {
      baseUrl,
      shownKey: line.list("api-key").length > 0 ? undefined : defaultApiKey,
      orders: mock.control.orders(),
      source: fixtures ? `from ${fixtures}` : `seed ${seed}`,
      profile: line.text("profile") ?? "default",
      controlUrl: line.flag("no-control")
        ? undefined
        : baseUrl.slice(0, -versionPrefix.length) + controlPrefix,
    },
    terminal.style,
  );
}

function startLine({ baseUrl, port, mock }: MockServer): string {
  const { seed, orders, version } = mock.control.health();
  return `${JSON.stringify({ event: "listening", baseUrl, port, seed, orders, version })}\n`;
}

/** Resolves when a signal has stopped the server; a second signal does not wait for it. */
function stopSignal(server: MockServer): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(130);
        stopping = true;
        void server.close().then(resolve);
      });
    }
  });
}
