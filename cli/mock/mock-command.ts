/** `store-orders mock`: serves the API until a signal stops it. */

import { BadInput } from "../../base/bad-input.ts";
import { isScenarioName } from "../../fixtures/scenarios.ts";
import { type MockServer, startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { createRunner } from "../command-line.ts";
import { onStopSignal } from "../stop-signals.ts";
import { formatBanner, networkOf, pageUrlOf } from "./banner.ts";
import type { BrokenMock } from "./broken-mock.ts";
import { createMockLog, type MockLog } from "./mock-log.ts";
import { type MockLine, mockCommand, readFixtures, readMockOptions } from "./mock-options.ts";
import { isShared, type OpenState, openState, shownState } from "./open-state.ts";
import { followKeys, isInFront, mockKeys } from "./terminal-keys.ts";
import { followFixtures } from "./watch-fixtures.ts";

export const runMockCommand = createRunner(mockCommand, async (line, { terminal }) => {
  const { program } = line;
  const { broken: brokenId, logHealth, drain, watch, open, fixtures: file } = line.values;
  const { log: format = program ? "silent" : "pretty" } = line.values;
  const brokenMocks = brokenId === undefined ? undefined : await import("./broken-mock.ts");
  if (brokenId === "list") {
    await terminal.out(brokenMocks!.formatBrokenList());
    return 0;
  }
  checkCombinations(line);
  const given = readMockOptions(line);
  const broken = brokenMocks?.findBrokenMock(brokenId!);
  const log = createMockLog(format, terminal);
  const state = await openState(line, log, given);
  using _stateStorage = state?.stateStorage;
  const options = { ...given, fixtures: state?.hasOrders ? undefined : readFixtures(line) };
  const secrets = [...(given.apiKeys ?? []), given.controlToken ?? [], state?.secrets ?? []].flat();

  const onAnswer = log.requests(secrets, logHealth);
  await using server = await startMockServer(
    {
      ...options,
      ...(state && { stateStorage: state.stateStorage }),
      ...(onAnswer && { onAnswer }),
      ...(broken && { broken: { id: broken.id, story: broken.description } }),
    },
    broken?.listener,
  );
  // Before the banner: a program that reads it may stop the mock at once.
  const stopped = program ? undefined : stopSignal(server, drain, log);
  for (const warning of warnings(line, format === "pretty", state, broken)) terminal.warn(warning);
  const stopFollowing = watch ? followFixtures(file!, server.mock, terminal, log) : undefined;
  if (format === "json") await terminal.json(startLine(server, line, broken));
  const hasKeys = format === "pretty" && terminal.interactive && !program && (await isInFront());
  if (format === "pretty") await terminal.out(formatBanner(server, line, broken, terminal.style, hasKeys));
  const openPage = async () => {
    const url = pageUrlOf(server.baseUrl);
    const reason = await openInBrowser(url);
    return reason === undefined ? undefined : `Cannot open a browser (${reason}). The page is at ${url}`;
  };
  const failure = open ? await openPage() : undefined;
  if (failure !== undefined) terminal.warn(failure);
  const letGo = hasKeys
    ? followKeys(process.stdin, mockKeys(await controlOf(server, line), openPage), terminal.err)
    : undefined;
  const code = program
    ? await (await import("../child-process.ts")).runProgram(program, {
        STORE_ORDERS_BASE_URL: server.baseUrl,
        STORE_ORDERS_API_KEY: given.apiKeys?.[0] ?? defaultApiKey,
      })
    : await stopped!.then(() => 0);
  letGo?.();
  stopFollowing?.();
  log.report("stopped", {}, "stopped");
  return code;
});

/** @throws {BadInput} for options that contradict each other */
function checkCombinations(line: MockLine): void {
  const { watch, fixtures, broken } = line.values;
  if (watch && (fixtures === undefined || isScenarioName(fixtures)))
    throw new BadInput("Cannot use --watch: there is no file to watch. Name one with --fixtures.");
  if (watch && shownState(line) !== undefined)
    throw new BadInput(
      "Cannot use --watch with --state: a change of the fixtures would replace the orders in the state file. Leave one of them out.",
    );
  if (broken !== undefined && isShared(line))
    throw new BadInput(
      "Cannot use --broken with a shared --state: a broken mock would change the state of the others. Leave one of them out.",
    );
  if (broken?.startsWith("key-") && line.origin("api-key").source !== "default")
    throw new BadInput(
      `Cannot use --broken ${broken} with --api-key: its mistake is about the key ${defaultApiKey}. Leave one of them out.`,
    );
}

/** Options that are equal for all mocks that share a state: those of the first mock apply. */
const sharedOptions = ["dates", "profile", "faults", "latency", "ship-after"];

/** Warnings that are shown with and without a banner. */
function* warnings(
  line: MockLine,
  hasBanner: boolean,
  state: OpenState | undefined,
  broken: BrokenMock | undefined,
): Generator<string> {
  const network = networkOf(line);
  if (network !== undefined && !hasBanner) yield `${network}.`;
  if (broken && !hasBanner) yield `This mock is wrong on purpose, as ${broken.id}: ${broken.description}`;
  const made = ["orders", "seed", "fixtures", ...(isShared(line) ? sharedOptions : [])];
  const unused = made.filter((name) => line.origin(name).source !== "default");
  if (state?.stateStorage.isOld && unused.length > 0) {
    const names = unused.map((name) => `--${name}`).join(" and ");
    const verb = unused.length === 1 ? "is" : "are";
    yield `${state.shown} already has orders, so ${names} ${verb} ignored. ${state.startOver}`;
  }
}

function startLine({ baseUrl, port, mock }: MockServer, line: MockLine, broken: BrokenMock | undefined) {
  const { seed, orders, version } = mock.control.health();
  const facts = { event: "listening", baseUrl, port, seed, orders, version };
  return `${JSON.stringify({ ...facts, state: shownState(line), broken: broken?.id })}\n`;
}

/** Control of the mock. Changes of a shared state are stored only for requests, which the control plane must let in. */
async function controlOf({ mock }: MockServer, { values: { controlToken: token, noControl } }: MockLine) {
  if (!mock.answer) return mock.control;
  if (noControl) return undefined;
  const { createControlClient } = await import("../../mocks/client/control-client.ts");
  return createControlClient({ origin: "http://127.0.0.1", token, fetch: mock.fetch });
}

/** Resolves when a signal has stopped the server; a second signal does not wait for it. */
function stopSignal(server: MockServer, drainSeconds: number, { report }: MockLog): Promise<void> {
  return new Promise((resolve) => {
    const stop = (signal: string) => {
      report("stopping", { signal }, `stopping, by ${signal}`);
      void server.close().then(resolve);
    };
    onStopSignal(["SIGINT", "SIGTERM"], (signal) => {
      if (drainSeconds === 0) return stop(signal);
      server.drain();
      const words = `not ready any more, by ${signal}: requests are answered for ${drainSeconds} s`;
      report("draining", { signal, seconds: drainSeconds }, words);
      setTimeout(stop, drainSeconds * 1000, signal);
    });
  });
}

/** Commands by Node's name of the platform; other platforms have xdg-open of freedesktop.org. */
const openers: Readonly<Record<string, string>> = { darwin: "open", win32: "explorer" };

/**
 * Resolves to the reason why there is no browser, or to undefined when the command is running. Never rejects: the mock
 * works without its page.
 */
export async function openInBrowser(
  url: string,
  command = openers[process.platform] ?? "xdg-open",
): Promise<string | undefined> {
  const { spawn } = await import("node:child_process");
  return new Promise((resolve) => {
    const child = spawn(command, [url], { stdio: "ignore", detached: true });
    child.once("error", (error) => resolve(error.message));
    child.once("spawn", () => {
      child.unref();
      resolve(undefined);
    });
  });
}
