/** The orders that mutants are given, and what the document says of them. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";

const ids = {
  pending: [
    101n,
    102n,
    2n ** 53n + 1n,
    2n ** 53n + 2n,
    77n,
    1011n,
    2n ** 31n + 4n,
    10_203n,
    -9n,
    5_000_000_000n,
  ],
  shipped: [103n, 2n ** 53n + 4n, 500n],
  cancelled: [104n],
};
/** In the store, and named to nobody. */
const foreign = [78n, 2n ** 62n];

export const givenOrders = { pending: [...ids.pending], shipped: [...ids.shipped] };

const states = [
  ...ids.pending.map((id) => [id, "pending"] as const),
  ...ids.shipped.map((id) => [id, "shipped"] as const),
  ...ids.cancelled.map((id) => [id, "cancelled"] as const),
  ...foreign.map((id) => [id, "pending"] as const),
];

/** Some lack fields, one has more; no two are alike. */
export const fixtures: readonly FixtureOrder[] = states.map(([id, status], index) => ({
  id,
  status,
  ...(index % 4 !== 3 && { petId: 2n ** 40n + BigInt(index) }),
  ...(index % 5 !== 4 && { quantity: BigInt(index - 2) }),
  ...(index % 6 !== 5 && {
    shipDate: `2026-0${1 + (index % 9)}-11T0${index % 10}:30:00.5${index % 2 ? "Z" : "+02:00"}`,
  }),
  ...(index % 7 !== 6 && { complete: index % 2 === 0 }),
  ...(index === 2 && { note: "Grüße \u2028 🛒" }),
}));

export const apiKey = "k-7Fq2xZ91mW";
