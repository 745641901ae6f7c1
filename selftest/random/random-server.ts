/** Random right servers: a random profile, oddities one on top of the other, other people's orders coming and going. */

import fc from "fast-check";
import { createSeededChance } from "../../base/seeded-chance.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { createMock, type Mock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { providerStates } from "../../spec/control-protocol.ts";
import { answersTo, type Profile, questionIds } from "../../spec/open-questions.ts";
import type { Handle } from "../broken/broken-server.ts";
import type { RightServer } from "../right/right-server.ts";
import { oddServers } from "../right/right-servers.ts";

/** Slow ones are judged one by one elsewhere. */
const oddities = new Map(oddServers.filter(({ isSlow }) => !isSlow).map((server) => [server.id, server]));

export interface RandomServer {
  readonly profile: Profile;
  /** Ids of oddities, the innermost first. */
  readonly odd: readonly string[];
  readonly others: readonly FixtureOrder[];
  /** Seed of what other people do during the run, and how much of it they do. */
  readonly traffic: { readonly seed: number; readonly share: number };
  /** What a client does before the run: a method, a target, and whether it has the key. */
  readonly before: readonly (readonly [method: string, target: string, hasKey: boolean])[];
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const otherIds = fc.oneof(
  fc.bigInt({ min: -20n, max: 200n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 20n }),
  fc.bigInt({ min: 2n ** 53n + 2n ** 32n, max: 2n ** 53n + 2n ** 32n + 20n }),
  fc.bigInt({ min: minInt64, max: maxInt64 }),
  fc.constantFrom(minInt64, maxInt64, 0n, -1n),
);
const otherOrders = fc.uniqueArray(
  fc.record({
    id: otherIds,
    petId: fc.bigInt({ min: minInt64, max: maxInt64 }),
    quantity: fc.bigInt({ min: -5n, max: 2n ** 70n }),
    shipDate: fc.constantFrom("2026-11-20T10:00:00Z", "2024-02-29T23:59:60.5+14:00"),
    complete: fc.boolean(),
    status: fc.constantFrom("pending" as const, "shipped" as const, "cancelled" as const),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
);

const targets = fc.oneof(
  fc.constantFrom(
    "/v1/store/orders",
    "/v1/store/orders?limit=1",
    "/v1/pets/1",
    "/v1",
    "/",
    "/v1/store/orders/",
  ),
  otherIds.map((id) => `/v1/store/orders/${id}`),
  fc.string({ maxLength: 12 }).map((text) => `/v1/store/orders/${encodeURIComponent(text.toWellFormed())}`),
);

export const randomServer: fc.Arbitrary<RandomServer> = fc.record({
  profile: fc.record(
    Object.fromEntries(questionIds.map((question) => [question, fc.constantFrom(...answersTo(question))])),
  ) as unknown as fc.Arbitrary<Profile>,
  odd: fc.shuffledSubarray([...oddities.keys()], { maxLength: 6 }),
  others: otherOrders,
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

/** Builds it, and lets the client do what it does before a run. */
export function startRandomServer({ profile, odd, others, traffic, before }: RandomServer): {
  mock: Mock;
  handle: Handle;
} {
  const mock = createMock({ profile, fixtures: others });
  const handle = odd
    .map((id): RightServer => oddities.get(id)!)
    .reduce<Handle>((inner, { build }) => build({ ...mock, handle: inner }), mock.handle);
  for (const [method, target, hasKey] of before)
    handle({ method, target, headers: hasKey ? { authorization: `Bearer ${defaultApiKey}` } : {} });
  return { mock, handle: amongOthers(mock, handle, traffic) };
}

/** Before some requests somebody orders something, or an order of theirs disappears. */
function amongOthers(mock: Mock, handle: Handle, { seed, share }: RandomServer["traffic"]): Handle {
  const random = createSeededChance(seed);
  const theirs: string[] = [];
  return (request) => {
    if (random() >= share) return handle(request);
    if (theirs.length > 0 && random() < 0.5) {
      const ids = theirs.splice(Math.floor(random() * theirs.length), 1);
      mock.control.providerState({ state: providerStates.pending, params: { ids }, action: "teardown" });
    } else {
      const ids = [String(10n ** 13n + BigInt(Math.floor(random() * 1e9)))];
      mock.control.providerState({
        state: providerStates.pending,
        params: { count: 1, ids },
        action: "setup",
      });
      theirs.push(...ids);
    }
    return handle(request);
  };
}
