/** What a run would send, found out by playing its scenes to a server that is not there. */

import type { Cast } from "../history/cast.ts";
import type { OutgoingRequest } from "../history/exchange.ts";
import type { Transport } from "../targets/transport.ts";
import { type Risk, riskOf } from "./call-risk.ts";
import type { Phase, Scene } from "./scene.ts";
import { phases } from "./scene.ts";
import { createStage } from "./stage.ts";
import { type Limits, withhold } from "./withhold.ts";

export interface PlannedScene {
  readonly phase: Phase | "knock";
  readonly name: string;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly risk: Risk }[];
}

/**
 * @param cast a scene that lacks an order is left out, as in a run
 * @param limits what a run with these would not send is not in the plan
 */
export async function planScenes(
  scenes: readonly Scene[],
  cast: Cast,
  apiKey: string,
  limits: Limits = {},
): Promise<readonly PlannedScene[]> {
  let sent: OutgoingRequest[] = [];
  const recorder: Transport = {
    sent: 0,
    async send(request) {
      sent.push(request);
      return { request, failure: "planned, not sent", ms: 0 };
    },
  };
  const transport = withhold(recorder, limits, cast, apiKey);
  const stage = createStage({ transport, apiKey, cast, listedIds: new Set() });
  // The run's first call, before any scene.
  await stage.list();
  const planned: PlannedScene[] = [describeScene("knock", "ask for the list once")];
  for (const phase of phases) {
    for (const scene of scenes.filter((each) => each.phase === phase)) {
      if (scene.needs.some((part) => cast[part] === undefined)) continue;
      sent = [];
      await scene.play(stage);
      if (sent.length > 0) planned.push(describeScene(phase, scene.name));
    }
  }
  return planned;

  function describeScene(phase: PlannedScene["phase"], name: string): PlannedScene {
    const requests = sent.map((request) => ({
      method: request.method,
      path: request.path,
      risk: riskOf(request, cast, apiKey),
    }));
    return { phase, name, requests };
  }
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
