/** One run of the judge on a server that is built in a variant of a right one: over a port, or in process. */

import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import type { Report, Result } from "../../conformance/report/report.ts";
import { runSuite, type SuiteOptions } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { createMock, type Mock } from "../../mocks/mock.ts";
import { defaultApiKey, type MockOptions } from "../../mocks/mock-options.ts";
import { createHandleTarget } from "../../mocks/testing/handle-target.ts";
import { providerStates } from "../../spec/control-protocol.ts";
import type { Build, Handle } from "../broken/broken-server.ts";
import { orderWith } from "../right/right-server.ts";
import { serve, type WireServer } from "../sockets/wire-server.ts";
import { mockVariant, startVariant, type Variant } from "./variant.ts";

/** Numbers of orders for a run; `few` is the minimum. */
export const supplies = {
  few: { pending: 2, shipped: 1 },
  plenty: { pending: 5, shipped: 1 },
  many: { pending: 8, shipped: 3 },
  dozen: { pending: 12, shipped: 2 },
} as const;
export type Supply = keyof typeof supplies;

/** Options for servers that may lose any order. */
export const everything: SuiteOptions = { disposable: true, thorough: true };

export interface Judged {
  /** Default: the mock without changes. */
  readonly variant?: Variant;
  /** Servers on top of the variant, the innermost first. */
  readonly builds?: readonly Build[];
  /** Bytes and connections in front of it. */
  readonly wire?: WireServer;
  /** Options of a right server. */
  readonly mockOptions?: MockOptions | undefined;
  readonly supply?: Supply;
  /** Default: everything. */
  readonly options?: SuiteOptions;
  readonly timeoutMs?: number;
  /** Called with the orders that the run gets. */
  readonly onGiven?: (orders: GivenOrders) => void;
}

function open({ variant = mockVariant, builds = [], mockOptions, supply = "plenty", onGiven }: Judged) {
  const mock = createMock({ ...variant.options, ...mockOptions });
  const handle = builds.reduce<Handle>(
    (inner, build) => build({ ...mock, handle: inner }),
    startVariant(mock, variant),
  );
  // Named orders are there before the run's first list.
  const named = variant.ids && supplyOrders(mock, supply, variant.ids);
  const arrange = async () => {
    const orders = named ?? supplyOrders(mock, supply);
    onGiven?.(orders);
    return orders;
  };
  return { mock, handle, arrange };
}

/** Puts orders into a mock. Without ids: neighbours beyond 2^53, on which a server that counts in doubles fails. */
export function supplyOrders(mock: Mock, supply: Supply, ids?: readonly bigint[]) {
  const { pending, shipped } = supplies[supply];
  if (ids) {
    const given = { pending: ids.slice(0, pending), shipped: ids.slice(-shipped) };
    for (const id of given.pending) mock.control.put(orderOf(id, "pending"));
    for (const id of given.shipped) mock.control.put(orderOf(id, "shipped"));
    return given;
  }
  const setUp = (state: string, count: number, ids: readonly string[]) =>
    mock.control.providerState({ state, params: { count, ids }, action: "setup" }).ids.map(BigInt);
  return {
    pending: setUp(providerStates.pending, pending, []),
    shipped: setUp(providerStates.shipped, shipped, [String(2n ** 53n + 7n)]),
  };
}

const orderOf = (id: bigint, status: "pending" | "shipped") => ({
  ...orderWith(id, status),
  petId: 7n + (id % 5n),
  quantity: 1n + (id % 4n),
  shipDate: `2026-${id % 2n ? "03" : "12"}-0${1n + (id % 9n)}T08:15:00Z`,
  complete: id % 3n === 1n,
});

/** Over a port, as a run of `verify`. */
export async function judgeServed(judged: Judged): Promise<Report> {
  const { mock, handle, arrange } = open(judged);
  const { wire, timeoutMs, options = everything } = judged;
  const { baseUrl, close } = await serve(mock, handle, wire);
  const target = createHttpTarget({
    baseUrl,
    apiKey: defaultApiKey,
    arrange,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  try {
    return await runSuite(target, options);
  } finally {
    await target.close();
    await close();
  }
}

/** Judges a variant in this process, without late effects. */
export function judgeInProcess(judged: Judged): Promise<Report> {
  const { mock, handle, arrange } = open(judged);
  const { options = everything } = judged;
  return runSuite({ ...createHandleTarget(mock, handle), arrange }, { settleMs: 20, ...options });
}

export const failuresOf = ({ results }: Report): readonly Result[] =>
  results.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
export const formatResult = ({ id, reason }: Result): string => `${id}: ${reason}`;
