/** What a run would send, found out by playing its scenes to a server that is not there. */

import { type Risk, riskOf } from "./call-risk.ts";
import type { Cast } from "./cast.ts";
import type { OutgoingRequest } from "./exchange.ts";
import type { Phase, Scene } from "./scene.ts";
import { phases } from "./scene.ts";
import { createStage } from "./stage.ts";

export interface PlannedScene {
  readonly phase: Phase;
  readonly name: string;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly risk: Risk }[];
}

/** @param cast parts without an order get a stand-in, so that the plan is whole */
export async function planScenes(
  scenes: readonly Scene[],
  cast: Cast,
  apiKey: string,
): Promise<readonly PlannedScene[]> {
  const planned: PlannedScene[] = [];
  for (const phase of phases) {
    for (const scene of scenes.filter((each) => each.phase === phase)) {
      const sent: OutgoingRequest[] = [];
      const send = async (request: OutgoingRequest) => {
        sent.push(request);
        return { request, failure: "planned, not sent", ms: 0 };
      };
      const stage = createStage({ transport: { send, sent: 0 }, apiKey, cast, listedIds: new Set() });
      await scene.play(stage);
      planned.push({
        phase,
        name: scene.name,
        requests: sent.map((request) => ({
          method: request.method,
          path: request.path,
          risk: riskOf(request, cast, apiKey),
        })),
      });
    }
  }
  return planned;
}

const risks: Readonly<Record<Risk, string>> = {
  read: "reads",
  refused: "must be refused",
  cancels: "uses an order up",
};

export function formatPlan(planned: readonly PlannedScene[]): string {
  const lines = planned.flatMap(({ phase, name, requests }) => [
    "",
    `${phase}: ${name}`,
    ...requests.map(({ method, path, risk }) =>
      `  ${method.padEnd(6)} ${path.padEnd(48)}  ${risks[risk]}`.trimEnd(),
    ),
  ]);
  const all = planned.flatMap(({ requests }) => requests);
  const count = (risk: Risk) => all.filter((request) => request.risk === risk).length;
  const total = `${all.length} requests: ${count("read")} read, ${count("refused")} must be refused, ${count("cancels")} use an order up. Nothing was sent.`;
  return `${[...lines.slice(1), "", total].join("\n")}\n`;
}
