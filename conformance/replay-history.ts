/** Makes the calls of a history once more, and says what they break: for a test of what exploration found. */

import { BadInput } from "../base/bad-input.ts";
import { riskOf } from "./calls/limits.ts";
import type { OutgoingRequest } from "./evidence/exchange.ts";
import { checkGivenOrders, type GivenOrders } from "./evidence/given-orders.ts";
import { createRecorder } from "./evidence/history.ts";
import { createReportHider } from "./report/hide-secrets.ts";
import { judgeRequirement } from "./report/judge-evidence.ts";
import { selectRequirements } from "./requirements/select-requirements.ts";
import type { Target } from "./targets/target.ts";
import { createTransport } from "./targets/transport.ts";

export interface ReplayedCall extends OutgoingRequest {
  /** Calls of one name share a connection; null for whichever is free. Default: one of its own. */
  readonly connection?: string | null;
}

export interface Replay extends GivenOrders {
  /** Ids of the requirements to judge by. */
  readonly only: readonly string[];
  /** Calls in their order; those side by side are sent at once. */
  readonly steps: readonly (readonly ReplayedCall[])[];
}

/**
 * @returns a line for each requirement that is broken: none on a server that keeps the document
 * @throws {BadInput} when a call gets no answer
 */
export async function replayHistory(target: Target, { only, steps, ...orders }: Replay): Promise<string[]> {
  const { apiKey, baseUrl } = target;
  checkGivenOrders(orders);
  const requirements = selectRequirements(only, [], ["expose-key"]);
  const hide = createReportHider(apiKey);
  const transport = createTransport(target);
  const recorder = createRecorder(apiKey);
  recorder.give(orders, performance.now());
  for (const step of steps) {
    const exchanges = await Promise.all(
      step.map(({ connection = "", ...request }) => {
        const isCancel = riskOf(request, orders, apiKey) === "cancels";
        return transport.send(request, {
          connection: connection ?? undefined,
          repeatable: !isCancel,
        });
      }),
    );
    for (const exchange of exchanges) recorder.record(exchange);
  }
  const { history } = recorder;
  if (history.calls.every(({ status }) => status === undefined))
    throw new BadInput(
      `Cannot replay on ${baseUrl}: ${history.calls[0]?.exchange.failure}. Is the server running?`,
    );
  return requirements
    .map((requirement) =>
      judgeRequirement(requirement, history, { evidence: () => ({ count: 0, exchanges: [] }), hide }),
    )
    .filter(({ outcome }) => outcome === "failed" || outcome === "warned")
    .map(({ id, expected, received }) => `${id}: expected ${expected}, got ${received}`);
}
