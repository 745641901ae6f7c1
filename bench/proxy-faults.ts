/**
 * Which faults of the self-test's wrong servers three proxies find in the same traffic, a usual client's:
 * ours, Prism's and Redocly's. Prints the table of docs/proxy.md: node bench/proxy-faults.ts [every]
 * With a number, every so manieth server alone.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTrafficJudge } from "../conformance/judge-traffic.ts";
import { startProxy } from "../conformance/proxy/start-proxy.ts";
import { createTrafficCleaners } from "../conformance/proxy/traffic-cleaners.ts";
import { watchTraffic } from "../conformance/proxy/watch-traffic.ts";
import { createMock } from "../mocks/mock.ts";
import { defaultApiKey } from "../mocks/mock-options.ts";
import type { Handle } from "../selftest/broken/broken-server.ts";
import { brokenServers } from "../selftest/broken/broken-servers.ts";
import { oddServers } from "../selftest/right/right-servers.ts";
import { joinPieces, supplyOrders } from "../selftest/subjects.ts";
import { usualCalls } from "../selftest/traffic/usual-client.ts";
import { startPrism, startRedocly } from "./proxy-peers.ts";

interface Subject {
  readonly id: string;
  readonly isWrong: boolean;
  readonly build: (mock: ReturnType<typeof createMock>) => Handle;
  readonly options: Parameters<typeof createMock>[0];
}

const every = Number(process.argv[2] ?? 1);
const allSubjects: readonly Subject[] = [
  { id: "the plain mock", isWrong: false, build: (mock) => mock.handle, options: {} },
  // Others are at work in the busy shop: whose traffic is not all there is says nothing with --alone.
  ...oddServers
    .filter(({ id }) => id !== "list-in-a-busy-shop")
    .map(({ id, build, options = {} }) => ({ id, isWrong: false, build, options })),
  ...brokenServers.map(({ id, build }) => ({ id, isWrong: true, build, options: {} })),
];
const subjects = allSubjects.filter((_subject, index) => index % every === 0);

const subjectHeader = "x-subject";
const keys = { right: `Bearer ${defaultApiKey}`, wrong: "Bearer a-key-of-last-year", none: undefined };
const orders = supplyOrders(createMock(), "plenty");
/** One after the other: a finding is told by its place. */
const calls = usualCalls(orders).flat();

/** Every subject behind one port, each run of one with orders of its own. */
async function startUpstream() {
  const handles = new Map<string, Handle>();
  const server = createServer((request, response) => {
    const run = String(request.headers[subjectHeader]);
    let handle = handles.get(run);
    if (!handle) {
      const subject = subjects[Number(run.split("/")[1])];
      if (!subject) return void response.writeHead(404).end();
      const { build, options } = subject;
      const mock = createMock(options);
      handle = build(mock);
      supplyOrders(mock, "plenty");
      handles.clear();
      handles.set(run, handle);
    }
    const { [subjectHeader]: _subject, ...headers } = request.headers;
    const reply = handle({ method: request.method!, target: request.url!, headers });
    response.writeHead(reply.status, reply.headers).end(joinPieces(reply.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => server.closeAllConnections() };
}

type Answer = { readonly text: string; readonly violations: string | null };

async function play(port: number, run: string, prefix = "/v1"): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { method, path, key } of calls) {
    const authorization = keys[key];
    const headers = {
      accept: "application/json",
      [subjectHeader]: run,
      ...(authorization && { authorization }),
    };
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${prefix}${path}`, { method, headers });
      const { "sl-violations": violations = null, date: _date, ...rest } = Object.fromEntries(answer.headers);
      answers.push({
        text: [answer.status, JSON.stringify(rest), await answer.text()].join("\n"),
        violations,
      });
    } catch {
      answers.push({ text: "no answer", violations: null });
    }
  }
  return answers;
}

/** What a proxy said of each server, by its id. */
interface Verdicts {
  /** Said to be wrong in anything, and be it a warning. */
  readonly caught: Set<string>;
  /** Said to be in error. */
  readonly blamed: Set<string>;
}
const noVerdicts = (): Verdicts => ({ caught: new Set(), blamed: new Set() });

async function judgeOurs(port: number, run: string, isAllTraffic: boolean) {
  const target = new URL(`http://127.0.0.1:${port}/v1`);
  const judge = createTrafficJudge({
    baseUrl: target.href,
    apiKeys: [defaultApiKey],
    isAllTraffic,
  });
  const watch = watchTraffic({
    target,
    basePath: "/v1",
    cleaners: createTrafficCleaners([]),
    judge,
    onTrouble: () => undefined,
  });
  const proxy = await startProxy({ target, port: 0, host: "127.0.0.1", listener: watch.listener });
  await play(proxy.port, run);
  await proxy.close();
  return judge.report().counts;
}

const progress = (text: string) => process.stderr.write(`\r\x1b[K${text}`);

/** Severities of what Prism says of an answer; it speaks of requests, too. */
function severitiesIn(violations: string | null): readonly string[] {
  const all: readonly { location?: readonly string[]; severity: string }[] = JSON.parse(violations ?? "[]");
  return all.flatMap(({ location, severity }) => (location?.[0] === "response" ? [severity] : []));
}

async function judgePrism(upstream: number): Promise<Verdicts> {
  const peer = await startPrism(upstream);
  const { caught, blamed } = noVerdicts();
  for (const [index, { id }] of subjects.entries()) {
    progress(`Prism ${index}/${subjects.length}`);
    // Its paths are those of the description, below the server's address.
    const answers = await play(peer.port, `prism/${index}`, "");
    const severities = answers.flatMap(({ violations }) => severitiesIn(violations));
    if (severities.length > 0) caught.add(id);
    if (severities.includes("Error")) blamed.add(id);
  }
  await peer.stop();
  return { caught, blamed };
}

async function judgeRedocly(upstream: number): Promise<Verdicts> {
  const peer = await startRedocly(upstream);
  // The call that found it started.
  const before = 1;
  for (const index of subjects.keys()) {
    progress(`Redocly ${index}/${subjects.length}`);
    await play(peer.port, `redocly/${index}`);
  }
  const lines = (await peer.stop()).split("\n");
  const { caught, blamed } = noVerdicts();
  for (const line of lines) {
    const [, , place, severity] = line.split(",");
    if (severity !== "error" && severity !== "warning") continue;
    if (!line.includes(",response,")) continue;
    const subject = subjects[Math.floor((Number(place) - before) / calls.length)];
    if (!subject) continue;
    caught.add(subject.id);
    if (severity === "error") blamed.add(subject.id);
  }
  return { caught, blamed };
}

const upstream = await startUpstream();
const visible = new Set<string>();
const [ours, alone] = [noVerdicts(), noVerdicts()];
const plain = (await play(upstream.port, "plain/0")).map(({ text }) => text).join();
for (const [index, { id, isWrong }] of subjects.entries()) {
  progress(`ours ${index}/${subjects.length}`);
  const texts = (await play(upstream.port, `direct/${index}`)).map(({ text }) => text).join();
  if (isWrong && texts !== plain) visible.add(id);
  for (const [name, { caught, blamed }] of Object.entries({ ours, alone })) {
    const { failed, warned } = await judgeOurs(upstream.port, `${name}/${index}`, name === "alone");
    if (failed + warned > 0) caught.add(id);
    if (failed > 0) blamed.add(id);
  }
}
const prism = await judgePrism(upstream.port);
const redocly = await judgeRedocly(upstream.port);
progress("");

const wrong = subjects.filter(({ id }) => visible.has(id));
const right = subjects.filter(({ isWrong }) => !isWrong);
const row = (name: string, { caught, blamed }: Verdicts) => {
  const found = wrong.filter(({ id }) => caught.has(id)).length;
  const accused = right.filter(({ id }) => blamed.has(id)).length;
  const share = ((100 * found) / wrong.length).toFixed(0);
  return `| ${name} | ${found} of ${wrong.length} (${share} %) | ${accused} of ${right.length} |`;
};
const table = [
  "| Proxy | wrong servers caught | right servers blamed |",
  "|---|---|---|",
  row("store-orders proxy", ours),
  row("store-orders proxy --alone", alone),
  row("Prism 5", prism),
  row("Redocly CLI 2", redocly),
];
const all = subjects.length - right.length;
const missed = wrong.filter(({ id }) => !alone.caught.has(id)).map(({ id }) => id);
const blamedByOurs = right.filter(({ id }) => ours.blamed.has(id) || alone.blamed.has(id));
process.stdout.write(
  [
    ...table,
    "",
    `Wrong servers whose answers to these calls tell: ${wrong.length} of ${all}`,
    `Of these not caught with --alone: ${missed.join(", ")}`,
    `Right ones blamed by ours: ${blamedByOurs.map(({ id }) => id).join(", ")}`,
    "",
  ].join("\n"),
);
process.exit();
