/**
 * Ways in which a right service may be written, drawn by a seed: a profile, oddities, ids, other people's orders.
 * A named server, wrong or right, is judged in one of them, so that no verdict hangs on how the mock does things.
 */

import { createSeededChance } from "../../base/seeded-chance.ts";
import type { Report } from "../../conformance/report/report.ts";
import { runSuite, type SuiteOptions } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { createMock, type Mock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { createHandleTarget } from "../../mocks/testing/handle-target.ts";
import { answersTo, type Profile, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile } from "../../spec/profile.ts";
import type { Build, Handle } from "../broken/broken-server.ts";
import { orderWith, type RightServer } from "../right/right-server.ts";
import { oddServers } from "../right/right-servers.ts";
import { everything } from "../selftest.ts";
import { serve, type WireServer } from "../sockets/wire-server.ts";

export interface Dialect {
  readonly profile: Profile;
  readonly odd: readonly RightServer[];
  /** Of the orders that the judge is given, pending ones first. */
  readonly ids: readonly bigint[];
  /** How many orders are other people's. */
  readonly others: number;
}

/** Ids as shops have them: from a counter, by chance, at the ends, and neighbours beyond 2^53. */
const idsOfShops = {
  mixed: [
    1017n,
    2n ** 53n + 1n,
    1018n,
    2n ** 53n + 2n,
    88n,
    4_000_000_019n,
    1020n,
    733n,
    1019n,
    2n ** 53n + 4n,
    41n,
  ],
  counted: Array.from({ length: 14 }, (_, index) => BigInt(101 + index)),
  large: Array.from({ length: 14 }, (_, index) => 2n ** 60n + BigInt(index * 7)),
};
/** Oddities under which some mistakes cannot be seen: orders without ids or fields, queries that are refused. */
const isHiding = ({ id }: RightServer) =>
  /^queries-|anonymous|of-bare-ids|fewer-fields|without-id|as-nothing|untyped|busy|cached/.test(id);
const oddities = oddServers.filter((server) => !server.isSlow && !server.options && !isHiding(server));

/** As the mock is of itself, with orders of mixed ids. */
export const plainDialect: Dialect = { profile: defaultProfile, odd: [], ids: idsOfShops.mixed, others: 3 };
/** The same with ids one after the other. */
export const countedDialect: Dialect = { ...plainDialect, ids: idsOfShops.counted };

export function drawDialect(seed: number, stream = 0): Dialect {
  const chance = createSeededChance(seed, stream);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
  const profile = Object.fromEntries(questionIds.map((question) => [question, draw(answersTo(question))]));
  return {
    profile: { ...(profile as unknown as Profile), unknownQuery: "ignored" },
    odd: Array.from({ length: draw([0, 1, 2]) }, () => draw(oddities)),
    ids: draw(Object.values(idsOfShops)),
    others: draw([0, 3, 12]),
  };
}

export interface Supply {
  readonly pending: number;
  readonly shipped: number;
}
export const plenty: Supply = { pending: 8, shipped: 3 };
export const few: Supply = { pending: 2, shipped: 1 };

/** A server in a dialect, ready to be judged. */
function open(
  { profile, odd, ids, others }: Dialect,
  builds: readonly Build[],
  { pending, shipped }: Supply,
  of?: RightServer,
) {
  const mock = createMock({ orders: others, ...of?.options, profile });
  const given = { pending: ids.slice(0, pending), shipped: ids.slice(-shipped) };
  for (const id of given.pending) mock.control.put(orderOf(id, "pending"));
  for (const id of given.shipped) mock.control.put(orderOf(id, "shipped"));
  const handle = [...odd.map(({ build }) => build), ...builds].reduce<Handle>(
    (inner, build) => build({ ...mock, handle: inner }),
    mock.handle,
  );
  return { mock, handle, arrange: async () => given };
}
const orderOf = (id: bigint, status: "pending" | "shipped") => ({
  ...orderWith(id, status),
  petId: 2n ** 31n + (id % 5n),
  quantity: 1n + (id % 4n),
  shipDate: `2026-${id % 2n ? "03" : "12"}-0${1n + (id % 9n)}T08:15:00Z`,
  complete: id % 3n === 1n,
});

export interface Judged {
  readonly dialect: Dialect;
  readonly builds?: readonly Build[];
  readonly wire?: WireServer;
  readonly right?: RightServer;
  readonly supply?: Supply;
  readonly options?: SuiteOptions;
}

/** Over a port, as a run of `verify`. */
export async function judgeServed({
  dialect,
  builds = [],
  wire,
  right,
  supply = plenty,
  options = everything,
}: Judged): Promise<Report> {
  const { mock, handle, arrange } = open(dialect, builds, supply, right);
  const { baseUrl, close } = await serve(mock, handle, wire);
  const target = createHttpTarget({ baseUrl, apiKey: defaultApiKey, arrange });
  try {
    return await runSuite(target, options);
  } finally {
    await target.close();
    await close();
  }
}

/** In process, where nothing comes late. */
export function judgeInProcess({
  dialect,
  builds = [],
  supply = plenty,
  options = everything,
}: Judged): Promise<Report> {
  const { mock, handle, arrange } = open(dialect, builds, supply);
  return runSuite({ ...createHandleTarget(mock as Mock, handle), arrange }, { settleMs: 20, ...options });
}

export const failuresOf = ({ results }: Report) =>
  results.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
