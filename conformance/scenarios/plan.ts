/** What a run would send, found out by playing its steps to a server that is not there. */

import { ordersPath } from "../../spec/wire.ts";
import type { OutgoingRequest } from "../history/exchange.ts";
import type { GivenOrders } from "../history/given-orders.ts";
import { createRecorder } from "../history/history.ts";
import type { Transport } from "../targets/transport.ts";
import { createCaller } from "./caller.ts";
import { createRun } from "./create-run.ts";
import { playRun } from "./play-run.ts";
import type { Step } from "./run.ts";
import { type Limits, type Risk, riskOf, withhold } from "./withhold.ts";

export interface PlannedStep {
  readonly name: string;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly risk: Risk }[];
}

/** @param limits what a run with these would not send is not in the plan */
export async function planRun(
  steps: readonly Step[],
  given: GivenOrders,
  apiKey: string,
  limits: Limits = {},
): Promise<readonly PlannedStep[]> {
  let sent: OutgoingRequest[] = [];
  const nobody: Transport = {
    sent: 0,
    async send(request, settings) {
      if (settings?.isWarm) sent.push({ ...request, method: "HEAD", path: ordersPath });
      sent.push(request);
      return { request, failure: "planned, not sent", ms: 0, sentAt: 0, endedAt: 0 };
    },
  };
  const recorder = createRecorder(apiKey);
  const transport = withhold(nobody, limits, () => given, apiKey);
  const caller = createCaller({ transport, recorder, apiKey, showsAllIds: () => true });
  const planned: PlannedStep[] = [];
  const keep = (name: string) => {
    const requests = sent.map((request) => ({
      method: request.method,
      path: request.path,
      risk: riskOf(request, given, apiKey),
    }));
    if (requests.length > 0) planned.push({ name, requests });
    sent = [];
  };
  await caller.list();
  keep("ask for the list once");
  recorder.give(given, 0);
  const { run } = createRun(caller, given, {
    ...limits,
    settling: { begin() {}, async end() {} },
  });
  for (const step of steps) {
    await playRun([step], run);
    keep(step.name);
  }
  return planned;
}

const risks: Readonly<Record<Risk, string>> = {
  read: "reads",
  refused: "must be refused",
  cancels: "uses an order up",
};

export function formatPlan(planned: readonly PlannedStep[]): string {
  const lines = planned.flatMap(({ name, requests }) => [
    "",
    name,
    ...requests.map(({ method, path, risk }) =>
      `  ${method.padEnd(6)} ${path.padEnd(48)}  ${risks[risk]}`.trimEnd(),
    ),
  ]);
  const all = planned.flatMap(({ requests }) => requests);
  const count = (risk: Risk) => all.filter((request) => request.risk === risk).length;
  const total = `${all.length} requests: ${count("read")} read, ${count("refused")} must be refused, ${count("cancels")} use an order up. Nothing was sent.`;
  return `${[...lines.slice(1), "", total].join("\n")}\n`;
}
