/** Requirements and a target make a Report. */

import { createRedactor } from "../base/redact.ts";
import { questionIds } from "../spec/open-questions.ts";
import { castOrders } from "./history/cast.ts";
import type { Exchange, HeaderList } from "./history/exchange.ts";
import { observations } from "./observations/observations.ts";
import { judgeRequirement, observeQuestion } from "./report/judge-evidence.ts";
import { createReport, type Report } from "./report/report.ts";
import { reportEvidence } from "./report/report-exchange.ts";
import { usualRequirements } from "./requirements/all-requirements.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { knock } from "./scenarios/knock.ts";
import { type OnProgress, playScenes } from "./scenarios/play-scenes.ts";
import type { Scene } from "./scenarios/scene.ts";
import { createStage } from "./scenarios/stage.ts";
import { type Limits, withhold } from "./scenarios/withhold.ts";
import type { Arrangement, Target } from "./targets/target.ts";
import { createTransport, type TransportOptions } from "./targets/transport.ts";

export interface SuiteOptions extends TransportOptions, Limits {
  /** Default: all but the opt-in ones. */
  readonly requirements?: readonly Requirement[];
  /** Whether to observe the open questions, too. Default: only where no requirements are picked. */
  readonly observe?: boolean;
  /** Sent with each call. Their values appear in no report. */
  readonly headers?: HeaderList;
  readonly onProgress?: OnProgress | undefined;
  /** Told of each call that was made. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Told what went wrong without touching a verdict: orders that could not be given back. */
  readonly onTrouble?: (message: string) => void;
}

/**
 * Judges a target.
 * @throws {BadInput} when the run cannot start: nothing answers, or the key is rejected
 */
export async function runSuite(target: Target, options: SuiteOptions = {}): Promise<Report> {
  const { requirements = usualRequirements, headers = [], onProgress, onTrouble } = options;
  const { observe = options.requirements === undefined } = options;
  const { apiKey } = target;
  const startedAt = new Date();
  const started = performance.now();
  const redact = createRedactor(
    apiKey,
    headers.map(([, value]) => value),
  );
  const transport = createTransport(target, options);
  const listedIds = await knock(target, transport, headers, redact);
  const arrangement: Arrangement = (!options.readOnly && (await target.arrange?.())) || {
    pending: [],
    shipped: [],
  };
  try {
    const cast = castOrders(arrangement);
    const stage = createStage({
      transport: withhold(transport, options, cast, apiKey),
      apiKey,
      cast,
      headers,
      listedIds: new Set([...listedIds, ...arrangement.pending, ...arrangement.shipped]),
    });
    const lackOf = options.readOnly ? () => "The run is read-only, and so gets no orders." : undefined;
    const played = await playScenes(scenesOf(requirements, observe), stage, onProgress, lackOf);
    const baseUrl = redact(target.baseUrl);
    const report = (exchanges: Iterable<Exchange>, decisive?: Exchange) =>
      reportEvidence(exchanges, decisive, baseUrl, redact);
    return createReport({
      target: { baseUrl },
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - started),
      requests: transport.sent,
      results: requirements.map((requirement) => judgeRequirement(requirement, played, report, redact)),
      observations: questionIds.map((question) => observeQuestion(question, played, report)),
    });
  } finally {
    // The orders are used up by now: whatever happens here, the report must not be lost.
    await arrangement.release?.().catch((error: unknown) => onTrouble?.(String((error as Error).message)));
  }
}

/** The scenes that requirements and observations need, each once. */
export function scenesOf(requirements: readonly Requirement[], observe: boolean): readonly Scene[] {
  const needed = new Set<Scene>(requirements.flatMap(({ scenes }) => Object.values(scenes)));
  // A selection of requirements must not use up orders only to observe.
  if (observe) for (const { scene } of Object.values(observations)) needed.add(scene);
  return [...needed];
}
