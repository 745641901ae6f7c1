/** Ways in which a right service may be written: a profile, oddities, ids, other clients and their orders. */

import fc from "fast-check";
import { int64Max, int64Min } from "../../base/ids.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { Mock } from "../../mocks/mock.ts";
import { defaultApiKey, type MockOptions } from "../../mocks/mock-options.ts";
import { answersTo, type Profile, questionIds } from "../../spec/open-questions.ts";
import type { Handle } from "../broken/broken-server.ts";
import { amongOthers, type RightServer, type Traffic } from "../right/right-server.ts";
import { oddServers } from "../right/right-servers.ts";

export interface Variant {
  /** The profile, and orders of other clients. */
  readonly options: MockOptions;
  /** Ids of oddities, the innermost first. */
  readonly odd: readonly string[];
  /** Ids of the orders that the judge gets, pending ones first. Default: the mock's choice. */
  readonly ids?: readonly bigint[];
  readonly traffic?: Traffic;
  /** Requests before the run: a method, a target, and whether it has the key. */
  readonly before?: readonly (readonly [method: string, target: string, hasKey: boolean])[];
}

/** Ids as shops have them: from a counter, random, at the ends, and neighbours beyond 2^53. */
const shopIds = {
  mixed: "1017 9007199254740993 1018 9007199254740994 88 4000000019 1020 733 1019 9007199254740996 41"
    .split(" ")
    .map(BigInt),
  counted: Array.from({ length: 14 }, (_, index) => BigInt(101 + index)),
  large: Array.from({ length: 14 }, (_, index) => 2n ** 60n + BigInt(index * 7)),
};

/** The mock without changes. */
export const mockVariant: Variant = { options: {}, odd: [] };
/** The mock with orders of mixed ids, and with ids from a counter. */
export const mixedVariant: Variant = { options: { orders: 3 }, odd: [], ids: shopIds.mixed };
export const countedVariant: Variant = { ...mixedVariant, ids: shopIds.counted };

const quick = oddServers.filter(({ isSlow }) => !isSlow);
const oddities = new Map(quick.map((server) => [server.id, server]));

const otherIds = fc.oneof(
  fc.bigInt({ min: -20n, max: 200n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 20n }),
  fc.bigInt({ min: 2n ** 53n + 2n ** 32n, max: 2n ** 53n + 2n ** 32n + 20n }),
  fc.bigInt({ min: int64Min, max: int64Max }),
  fc.constantFrom(int64Min, int64Max, 0n, -1n),
);
const otherOrders: fc.Arbitrary<readonly FixtureOrder[]> = fc.uniqueArray(
  fc.record({
    id: otherIds,
    petId: fc.bigInt({ min: int64Min, max: int64Max }),
    quantity: fc.bigInt({ min: -5n, max: 2n ** 70n }),
    shipDate: fc.constantFrom("2026-11-20T10:00:00Z", "2024-02-29T23:59:60.5+14:00"),
    complete: fc.boolean(),
    status: fc.constantFrom("pending" as const, "shipped" as const, "cancelled" as const),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
);

const list = "/v1/store/orders";
const targets = fc.oneof(
  fc.constantFrom(list, `${list}?limit=1`, "/v1/pets/1", "/v1", "/", `${list}/`),
  otherIds.map((id) => `${list}/${id}`),
  fc.string({ maxLength: 12 }).map((text) => `${list}/${encodeURIComponent(text.toWellFormed())}`),
);

const profiles = fc.record(
  Object.fromEntries(questionIds.map((question) => [question, fc.constantFrom(...answersTo(question))])),
) as unknown as fc.Arbitrary<Profile>;

/** Right servers of every kind. */
export const randomVariant: fc.Arbitrary<Variant> = fc.record({
  options: fc.record({ profile: profiles, fixtures: otherOrders }),
  odd: fc.shuffledSubarray([...oddities.keys()], { maxLength: 6 }),
  traffic: fc.record({ seed: fc.nat(), share: fc.constantFrom(0, 0.1, 0.5) }),
  before: fc.array(
    fc.tuple(
      fc.constantFrom("GET", "DELETE", "DELETE", "HEAD", "POST", "PUT", "OPTIONS"),
      targets,
      fc.boolean(),
    ),
    { maxLength: 12 },
  ),
});

/** Oddities that hide some mistakes: orders without ids or fields, queries that are refused. */
const isHiding = ({ id, options }: RightServer) =>
  options !== undefined ||
  /^queries-|anonymous|of-bare-ids|fewer-fields|without-id|as-nothing|untyped|busy|cached/.test(id);

/** Right servers on which every mistake shows. */
const openVariant: fc.Arbitrary<Variant> = fc.record({
  options: fc.record({
    profile: profiles.map((profile) => ({ ...profile, unknownQuery: "ignored" as const })),
    orders: fc.constantFrom(0, 3, 12),
  }),
  odd: fc.subarray(
    quick.filter((server) => !isHiding(server)).map(({ id }) => id),
    { maxLength: 2 },
  ),
  ids: fc.constantFrom(...Object.values(shopIds)),
});

/** The same variant for the same seed and stream. */
export const drawVariant = (seed: number, stream = 0): Variant =>
  fc.sample(openVariant, { seed: seed * 10_000 + stream, numRuns: 1 })[0]!;

/** The mock of a variant, after the requests before the run. */
export function startVariant(mock: Mock, { odd, traffic, before = [] }: Variant): Handle {
  const handle = odd
    .map((id) => oddities.get(id)!)
    .reduce<Handle>((inner, { build }) => build({ ...mock, handle: inner }), mock.handle);
  for (const [method, target, hasKey] of before)
    handle({ method, target, headers: hasKey ? { authorization: `Bearer ${defaultApiKey}` } : {} });
  return traffic ? amongOthers(mock, handle, traffic) : handle;
}
