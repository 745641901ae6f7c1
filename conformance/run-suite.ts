/** Requirements and a target make a Report. */

import { BadInput } from "../spec/bad-input.ts";
import { type QuestionId, questionIds } from "../spec/open-questions.ts";
import { ordersPath } from "../spec/wire.ts";
import { castOrders, lackOf, type Part } from "./cast.ts";
import type { Exchange, HeaderList } from "./exchange.ts";
import { createJudge, Unmet, Untestable } from "./judge.ts";
import { listOf, ordersIn } from "./listed-orders.ts";
import { observations } from "./observations.ts";
import { createRedactor } from "./redact.ts";
import { createReport, type ObservedAnswer, type Report, type Result } from "./report.ts";
import { reportEvidence } from "./report-exchange.ts";
import type { Requirement } from "./requirement.ts";
import { allRequirements } from "./requirements/all-requirements.ts";
import { phases, type Scene } from "./scene.ts";
import { authorization, createStage } from "./stage.ts";
import type { Arrangement, Target } from "./target.ts";
import { createTransport, type Transport, type TransportOptions } from "./transport.ts";

export interface SuiteOptions extends TransportOptions {
  /** Default: all of them. */
  readonly requirements?: readonly Requirement[];
  /** Sent with each call. */
  readonly headers?: HeaderList;
  /** Told before each scene: how many are done, how many there are. */
  readonly onProgress?: (done: number, total: number, scene: string) => void;
  /** Told what went wrong without touching a verdict: orders that could not be given back. */
  readonly onTrouble?: (message: string) => void;
}

type Evidence = { readonly value: unknown } | { readonly missing: string } | { readonly fault: string };

/**
 * Judges a target.
 * @throws {BadInput} when the run cannot start: nothing answers, or the key is rejected
 */
export async function runSuite(target: Target, options: SuiteOptions = {}): Promise<Report> {
  const { requirements = allRequirements, headers = [], onProgress, onTrouble } = options;
  const startedAt = new Date();
  const started = performance.now();
  const transport = createTransport(target, options);
  const listedIds = await knock(target, transport, headers);
  const arrangement: Arrangement = (await target.arrange?.()) ?? { pending: [], shipped: [] };
  try {
    const stage = createStage({
      transport,
      apiKey: target.apiKey,
      cast: castOrders(arrangement),
      headers,
      listedIds: new Set([...listedIds, ...arrangement.pending, ...arrangement.shipped]),
    });
    const evidence = await playScenes(scenesOf(requirements), stage, onProgress);
    const redact = createRedactor(target.apiKey);
    const baseUrl = redact(target.baseUrl);
    const report = (exchanges: Iterable<Exchange>, decisive?: Exchange) =>
      reportEvidence(exchanges, decisive, baseUrl, redact);
    return createReport({
      target: { baseUrl },
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - started),
      requests: transport.sent,
      results: requirements.map((requirement) => judgeRequirement(requirement, evidence, report, redact)),
      observations: questionIds.map((question) => observeQuestion(question, evidence, report)),
    });
  } finally {
    // The orders are used up by now: whatever happens here, the report must not be lost.
    await arrangement.release?.().catch((error: unknown) => onTrouble?.(String((error as Error).message)));
  }
}

/** The scenes that requirements and observations need, each once. */
function scenesOf(requirements: readonly Requirement[]): readonly Scene[] {
  const needed = new Set<Scene>(requirements.flatMap(({ scenes }) => Object.values(scenes)));
  // A selection of requirements must not use up orders only to observe.
  if (requirements.length === allRequirements.length) {
    for (const { scene } of Object.values(observations)) needed.add(scene);
  }
  return [...needed];
}

async function playScenes(
  scenes: readonly Scene[],
  stage: ReturnType<typeof createStage>,
  onProgress: SuiteOptions["onProgress"],
): Promise<ReadonlyMap<Scene, Evidence>> {
  const evidence = new Map<Scene, Evidence>();
  let done = 0;
  const play = async (scene: Scene): Promise<void> => {
    onProgress?.(done, scenes.length, scene.name);
    const lack = scene.needs.find((part: Part) => stage.cast[part] === undefined);
    try {
      evidence.set(scene, lack ? { missing: lackOf(lack) } : { value: await scene.play(stage) });
    } catch (error) {
      evidence.set(scene, { fault: error instanceof Error ? error.message : String(error) });
    }
    done++;
  };
  for (const phase of phases) await Promise.all(scenes.filter((scene) => scene.phase === phase).map(play));
  return evidence;
}

type ReportEvidence = (exchanges: Iterable<Exchange>, decisive?: Exchange) => Result["evidence"];

function judgeRequirement(
  { id, title, clause, level, scenes, check }: Requirement,
  played: ReadonlyMap<Scene, Evidence>,
  report: ReportEvidence,
  redact: (text: string) => string,
): Result {
  const facts = { id, title, clause, level, reason: null, expected: null, received: null };
  const none = report([]);
  const inputs: Record<string, unknown> = {};
  for (const [name, scene] of Object.entries(scenes)) {
    const evidence = played.get(scene);
    if (!evidence) continue;
    if ("missing" in evidence)
      return { ...facts, outcome: "untested", reason: evidence.missing, evidence: none };
    if ("fault" in evidence)
      return { ...facts, outcome: "errored", reason: redact(evidence.fault), evidence: none };
    inputs[name] = evidence.value;
  }
  const { judge, evidence: seen } = createJudge();
  try {
    check(inputs, judge);
    return { ...facts, outcome: "passed", evidence: report(seen) };
  } catch (error) {
    if (error instanceof Untestable) {
      return { ...facts, outcome: "untested", reason: redact(error.message), evidence: report(seen) };
    }
    if (error instanceof Unmet) {
      return {
        ...facts,
        outcome: level === "must" ? "failed" : "warned",
        reason: redact(error.message),
        expected: redact(error.expected),
        received: redact(error.received),
        evidence: report(seen, error.exchange),
      };
    }
    return { ...facts, outcome: "errored", reason: redact(String(error)), evidence: report(seen) };
  }
}

function observeQuestion(
  question: QuestionId,
  played: ReadonlyMap<Scene, Evidence>,
  report: ReportEvidence,
): ObservedAnswer {
  const { scene, see } = observations[question];
  const evidence = played.get(scene);
  if (!evidence || !("value" in evidence)) {
    const reason = evidence && "missing" in evidence ? evidence.missing : "It was not looked at.";
    return { question, answer: null, reason, evidence: report([]) };
  }
  const { answer, reason, exchanges } = see(evidence.value);
  return {
    question,
    answer: answer ?? null,
    reason: answer ? null : (reason ?? null),
    evidence: report(exchanges),
  };
}

/** Asks for the list once: without an answer, or without being let in, no verdict means anything. */
async function knock(target: Target, transport: Transport, headers: HeaderList): Promise<readonly bigint[]> {
  const request = {
    method: "GET",
    path: ordersPath,
    headers: [...authorization("key", target.apiKey), ...headers],
  };
  const exchange = await transport.send(request);
  const redact = createRedactor(target.apiKey);
  const where = redact(target.baseUrl + ordersPath);
  if (!exchange.answer) {
    throw new BadInput(
      `Cannot reach ${where}: ${redact(exchange.failure ?? "")}. Is the server running, and the base URL right?`,
    );
  }
  const { status } = exchange.answer;
  if (status === 401 || status === 403) {
    throw new BadInput(
      `Cannot judge ${where}: it rejects the API key with ${status}. Give a valid one in STORE_ORDERS_API_KEY or with --api-key.`,
    );
  }
  if (status >= 300 && status < 400) {
    throw new BadInput(
      `Cannot judge ${where}: it redirects with ${status}, as a login page or a wrong address does. Check the base URL.`,
    );
  }
  if (status === 404) {
    throw new BadInput(
      `Cannot judge ${where}: it answers 404. A base URL ends with the version prefix, as in https://host/v1.`,
    );
  }
  return ordersIn(listOf(exchange) ?? []).flatMap(({ id }) => (typeof id === "bigint" ? [id] : []));
}
