/** `store-orders mock`: serves the API until it is told to stop. */

import { type MockServer, startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { isLoopbackHost } from "../../mocks/http/origins.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { controlPrefix } from "../../spec/control-protocol.ts";
import { versionPrefix } from "../../spec/wire.ts";
import { blamedName, type CommandLine, type Environment } from "../command-line.ts";
import { readCommandLine } from "../config/read-command-line.ts";
import type { Terminal } from "../terminal.ts";
import { formatBanner } from "./banner.ts";
import type { BrokenMock } from "./broken-mock.ts";
import { mockCommand } from "./mock-options.ts";
import { checkState, isShared, type OpenState, openState, shownState } from "./open-state.ts";
import { checkWatch, readDrain, readFixturesOption, readMockOptions } from "./read-mock-options.ts";
import { createRequestLog, logFormats } from "./request-log.ts";

export async function runMockCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  const line = await readCommandLine(mockCommand, args, env, terminal);
  if (line === undefined) return 0;
  if (line.text("broken") === "list") {
    await terminal.out((await import("./broken-mock.ts")).formatBrokenList());
    return 0;
  }
  const log = line.choice("log", logFormats) ?? "pretty";
  checkWatch(line);
  checkState(line);
  const drainMs = readDrain(line);
  const options = await readMockOptions(line);
  const broken = await findBroken(line);
  using state = await openState(line);
  const fixtures = state?.isOld ? {} : await readFixturesOption(line);
  const { apiKeys = [], controlToken } = options;
  const secrets = [
    ...apiKeys,
    ...(controlToken === undefined ? [] : [controlToken]),
    ...(state?.secrets ?? []),
  ];
  // A key given as an argument would stand in the process list for as long as the mock runs.
  if (secrets.length > 0) process.title = "store-orders mock";

  await state?.begin({ ...options, ...fixtures });
  const onAnswer = createRequestLog(log, terminal, secrets);
  await using server = await startMockServer(
    {
      ...options,
      ...fixtures,
      ...(state && { stateStorage: state.stateStorage }),
      ...(onAnswer && { onAnswer }),
      ...(broken && { broken: { id: broken.id, story: broken.description } }),
    },
    broken?.listener,
  );
  // Listened to before the banner: whoever reads it may stop the mock at once.
  const stopped = stopSignal(server, drainMs);
  for (const warning of warnings(line, log === "pretty", state, broken))
    terminal.err(`store-orders: ${warning}\n`);
  const stopFollowing = line.flag("watch")
    ? await (await import("./follow-fixtures.ts")).followFixtures(
        line.text("fixtures")!,
        server.mock,
        log,
        terminal,
      )
    : undefined;
  if (log === "json") await terminal.out(startLine(server, line, broken));
  if (log === "pretty") await terminal.out(banner(server, line, broken, terminal));
  if (line.flag("open")) await openPage(server.baseUrl, terminal);
  await stopped;
  stopFollowing?.();
  return 0;
}

const originOf = (baseUrl: string) => baseUrl.slice(0, -versionPrefix.length);

/** As a browser on this machine can open it: every address of a machine is one of its own. */
const pageUrlOf = (baseUrl: string) =>
  `${originOf(baseUrl).replace(/\/\/(?:0\.0\.0\.0|\[::\])/, "//127.0.0.1")}/`;

async function openPage(baseUrl: string, terminal: Terminal): Promise<void> {
  const { openInBrowser } = await import("./open-in-browser.ts");
  const url = pageUrlOf(baseUrl);
  const reason = await openInBrowser(url);
  if (reason !== undefined)
    terminal.err(`store-orders: Cannot open a browser (${reason}). The page is at ${url}\n`);
}

async function findBroken(line: CommandLine): Promise<BrokenMock | undefined> {
  const id = line.text("broken");
  return id === undefined ? undefined : (await import("./broken-mock.ts")).findBrokenMock(id);
}

/** What all mocks have in common that share a state: the first decides it. */
const sharedOptions = ["dates", "profile", "faults", "latency", "ship-after"];

/** What must not be missed, with a banner or without. */
function* warnings(
  line: CommandLine,
  hasBanner: boolean,
  state: OpenState | undefined,
  broken: BrokenMock | undefined,
): Generator<string> {
  const network = networkOf(line);
  if (network !== undefined && !hasBanner) yield `${network}.`;
  if (broken && !hasBanner) yield `This mock is wrong on purpose, as ${broken.id}: ${broken.description}`;
  const made = ["orders", "seed", "fixtures", ...(isShared(line) ? sharedOptions : [])];
  const unused = made.filter((name) => line.text(name) !== undefined);
  if (state?.isOld && unused.length > 0) {
    const names = unused.map((name) => `--${name}`).join(" and ");
    yield `${state.shown} holds orders already: they are served, and ${names} ${isShared(line) ? "change nothing" : "made none"}. ${state.startOver}`;
  }
}

function banner(
  { baseUrl, mock }: MockServer,
  line: CommandLine,
  broken: BrokenMock | undefined,
  terminal: Terminal,
): string {
  const state = shownState(line);
  const source = state ?? line.text("fixtures");
  const latency = line.text("latency");
  const shipAfter = line.text("ship-after");
  const { orders: count, seed } = mock.control.health();
  const hasPage = !line.flag("no-control");
  return formatBanner(
    {
      baseUrl,
      shownKey: line.list("api-key").length > 0 ? undefined : defaultApiKey,
      keySource: blamedName("api-key", line.origin("api-key")),
      network: networkOf(line),
      // Enough to find one of each state; a million need not be gone through for that.
      orders: mock.control.orders(1000),
      count,
      source: source ? `from ${source}` : `seed ${seed}`,
      profile: line.text("profile") ?? "default",
      controlUrl: hasPage ? originOf(baseUrl) + controlPrefix : undefined,
      pageUrl: hasPage ? pageUrlOf(baseUrl) : undefined,
      state,
      watched: line.flag("watch"),
      latency: latency === undefined ? undefined : `${latency} ms`,
      faults: line.text("faults"),
      shipping: shipAfter === undefined ? undefined : `pending orders ship after ${shipAfter} s`,
      broken,
    },
    terminal.style,
  );
}

/** What is open to whom, where other machines can reach the mock. */
function networkOf(line: CommandLine): string | undefined {
  const host = line.text("host");
  if (host === undefined || isLoopbackHost(host)) return undefined;
  const keys = line.list("api-key").length > 0 ? "a key" : `the key that everybody knows, ${defaultApiKey}`;
  const control = line.flag("no-control")
    ? "is closed"
    : line.text("control-token") === undefined
      ? "is closed beyond this machine: --control-token opens it"
      : "asks for its token";
  return `${host} is open to other machines: the API to ${keys}; the control plane ${control}`;
}

function startLine({ baseUrl, port, mock }: MockServer, line: CommandLine, broken: BrokenMock | undefined) {
  const { seed, orders, version } = mock.control.health();
  const facts = { event: "listening", baseUrl, port, seed, orders, version };
  return `${JSON.stringify({ ...facts, state: shownState(line), broken: broken?.id })}\n`;
}

/** Resolves when a signal has stopped the server; a second signal does not wait for it. */
function stopSignal(server: MockServer, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(130);
        stopping = true;
        if (drainMs > 0) server.drain();
        setTimeout(() => void server.close().then(resolve), drainMs);
      });
    }
  });
}
