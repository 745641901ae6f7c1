import type { Report } from "../../conformance/report/report.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { type Effort, everything } from "../selftest.ts";
import { createShop, type Row, type Shop, shopKey } from "./shop.ts";
import { startShop } from "./start-shop.ts";

/** Ids as shops have them: from a counter, by chance, at the ends, and neighbours beyond 2^53. */
const pendingIds = [1017n, 2n ** 53n + 1n, 1018n, 2n ** 53n + 2n, 88n, 4_000_000_019n, 1019n, 733n];
const shippedIds = [1020n, 2n ** 53n + 4n, 41n];
/** Nobody names these to the judge. */
const foreignIds = [7n, 1021n, 500_000n];

export interface Supply {
  readonly pending: number;
  readonly shipped: number;
}
export const plenty: Supply = { pending: 8, shipped: 3 };
export const few: Supply = { pending: 2, shipped: 1 };

/** Judges a shop that somebody has changed. */
export async function judgeIndependent(
  change: (shop: Shop) => void,
  supply: Supply = plenty,
  effort: Effort = everything,
): Promise<Report> {
  const pending = pendingIds.slice(0, supply.pending);
  const shipped = shippedIds.slice(0, supply.shipped);
  const states = new Map<bigint, Row["state"]>([
    ...pending.map((id) => [id, "pending"] as const),
    ...shipped.map((id) => [id, "shipped"] as const),
  ]);
  const shop = createShop(
    inTheMiddle([...states.keys()], foreignIds).map((id, index) => ({
      id,
      petId: 2n ** 31n + BigInt(index * 7),
      quantity: 1 + (index % 5),
      shipDate: `2026-${index % 2 ? "03" : "12"}-0${1 + (index % 9)}T08:15:00Z`,
      complete: index % 3 === 1,
      state: states.get(id) ?? "pending",
    })),
  );
  change(shop);
  const server = await startShop(shop);
  const arrange = async () => ({ pending, shipped });
  const target = createHttpTarget({ baseUrl: server.baseUrl, apiKey: shopKey, arrange });
  try {
    return await runSuite(target, effort);
  } finally {
    await target.close();
    await server.close();
  }
}

/** Nobody's order comes first or last. */
const inTheMiddle = (ids: readonly bigint[], others: readonly bigint[]) => ids.toSpliced(1, 0, ...others);
