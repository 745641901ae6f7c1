/** Ways to get orders for a run: named ones, or a provider that makes them on request. */

import { BadInput } from "../../base/bad-input.ts";
import { readFailureReason } from "../../base/failure-reason.ts";
import { readId } from "../../base/ids.ts";
import { formatJson, isJsonObject, type Json, parseJson } from "../../base/json.ts";
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
    return request.action === "teardown" ? [] : readIds(answer.text, what);
  };
  const setUp = async (state: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : ask(setupOf(state, ids));
  // With the ids, so that two runs on one provider do not remove each other's orders.
  const tearDown = (state: string, ids: readonly bigint[]) =>
    ask({ state, params: { ids: ids.map(String) }, action: "teardown" });

  let turn = 0;
  return async (wanted = wantedOrders) => {
    const requested = requestedIds(wanted, turn++);
    const pending = await setUp(providerStates.pending, requested.pending);
    let shipped: readonly bigint[];
    try {
      shipped = await setUp(providerStates.shipped, requested.shipped);
    } catch (error) {
      // A partial set-up is torn down too; the error to report is the one that interrupted it.
      await tearDown(providerStates.pending, pending).catch(() => undefined);
      throw error;
    }
    const release = async () => {
      const teardowns = [
        ...(pending.length > 0 ? [tearDown(providerStates.pending, pending)] : []),
        ...(shipped.length > 0 ? [tearDown(providerStates.shipped, shipped)] : []),
      ];
      const failed = (await Promise.allSettled(teardowns)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    };
    const made = [
      [providerStates.pending, pending],
      [providerStates.shipped, shipped],
    ] as const;
    const setup = made
      .filter(([, ids]) => ids.length > 0)
      .map(([state, ids]) => ({ url, body: formatJson(setupOf(state, ids.map(String))) }));
    return { pending, shipped, release, isRenewable: true, setup };
  };
}

const setupOf = (state: string, ids: readonly string[]): ProviderStateRequest => ({
  state,
  params: { count: ids.length, ids },
  action: "setup",
});

function readIds(text: string, what: string): readonly bigint[] {
  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    throw new BadInput(`Cannot use the answer to ${what}: it is not JSON.`);
  }
  const ids = isJsonObject(json) ? (json.ids ?? (json.id === undefined ? undefined : [json.id])) : undefined;
  if (!Array.isArray(ids)) throw new BadInput(`Cannot use the answer to ${what}: it has no array ids.`);
  return ids.map((value: Json) => {
    const id = readId(value);
    if (id === undefined)
      throw new BadInput(
        `Cannot use the answer to ${what}: ids must be int64, got ${JSON.stringify(String(value))}.`,
      );
    return id;
  });
}
