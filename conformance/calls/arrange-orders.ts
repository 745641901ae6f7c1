/** Ways to get orders for a run: named ones, or a provider that makes them on request. */

import { BadInput } from "../../base/bad-input.ts";
import { readFailureReason } from "../../base/failure-reason.ts";
import { readIds } from "../../base/ids.ts";
import { formatJson, isJsonObject, readJson } from "../../base/json.ts";
import { type ProviderStateRequest, providerStates } from "../../spec/control-protocol.ts";
import { type GivenOrders, type OrderCounts, wantedOrders } from "../evidence/given-orders.ts";
import type { Arrangement, Target } from "../targets/target.ts";

/** Orders that the user names. */
export function namedOrders(given: GivenOrders): () => Promise<Arrangement> {
  return async () => given;
}

/** Sends a POST with a JSON body and gives the answer's status and text. */
export type PostJson = (url: string, body: string) => Promise<{ status: number; text: string }>;

/**
 * Neighbouring ids beyond 2^53: a server that reads them as doubles confuses them.
 * @param turn selects other ids each time, so that state a server keeps about earlier orders has no effect
 */
function requestedIds({ pending, shipped }: OrderCounts, turn: number) {
  const floor = 2n ** 53n + 16n * BigInt(turn);
  const from = (first: bigint, count: number) =>
    Array.from({ length: count }, (_, index) => String(first + BigInt(index)));
  return { pending: from(floor + 1n, pending), shipped: from(floor + 7n, shipped) };
}

/** Orders from provider states in Pact's wire form: set up before the run, torn down after it. */
export function providedOrders(url: string, post: PostJson): NonNullable<Target["arrange"]> {
  const ask = async (request: ProviderStateRequest): Promise<readonly bigint[]> => {
    const verb = request.action === "teardown" ? "tear down" : "set up";
    const what = `provider state ${JSON.stringify(request.state)} at ${url}`;
    let answer: { status: number; text: string };
    try {
      answer = await post(url, formatJson(request));
    } catch (error) {
      throw new BadInput(`Cannot ${verb} ${what}: ${(error as Error).message}.`);
    }
    if (answer.status < 200 || answer.status > 299) {
      const { inline, details } = readFailureReason(answer.text);
      const end = details.length > 0 ? ":" : ".";
      throw new BadInput(`Cannot ${verb} ${what}: it answered ${answer.status}${inline}${end}`, details);
    }
    return request.action === "teardown" ? [] : readAnswer(answer.text, what);
  };
  let turn = 0;
  return async (wanted = wantedOrders) => {
    const requested = requestedIds(wanted, turn++);
    const made = { pending: [] as readonly bigint[], shipped: [] as readonly bigint[] };
    /** The states of which orders were made. */
    const madeStates = () => (["pending", "shipped"] as const).filter((state) => made[state].length > 0);
    const release = async () => {
      // With the ids, so that two runs on one provider do not remove each other's orders.
      const teardowns = madeStates().map((state) =>
        ask({
          state: providerStates[state],
          params: { ids: made[state].map(String) },
          action: "teardown",
        }),
      );
      const failed = (await Promise.allSettled(teardowns)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    };
    try {
      for (const state of ["pending", "shipped"] as const)
        if (wanted[state] > 0) made[state] = await ask(setupOf(state, requested[state]));
    } catch (error) {
      // A partial set-up is torn down too; the error to report is the one that interrupted it.
      await release().catch(() => undefined);
      throw error;
    }
    const setup = madeStates().map((state) => ({
      url,
      body: formatJson(setupOf(state, made[state].map(String))),
    }));
    return { ...made, release, isRenewable: true, setup };
  };
}

const setupOf = (state: keyof GivenOrders, ids: readonly string[]): ProviderStateRequest => ({
  state: providerStates[state],
  params: { count: ids.length, ids },
  action: "setup",
});

function readAnswer(text: string, what: string): readonly bigint[] {
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot use the answer to ${what}: ${fact}`);
  };
  const json = readJson(text, () => refuse("it is not JSON."));
  const ids = isJsonObject(json) ? (json.ids ?? (json.id === undefined ? undefined : [json.id])) : undefined;
  if (!Array.isArray(ids)) return refuse("it has no array ids.");
  return readIds(ids, "ids", refuse);
}
