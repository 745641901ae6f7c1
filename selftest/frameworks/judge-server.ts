import type { Report } from "../../conformance/report/report.ts";
import { runSuite, type SuiteOptions } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { everything } from "../runner/judge-variant.ts";
import type { StartServer, StoredOrder } from "./framework-server.ts";

/**
 * The orders of a young shop: ids from a counter, some shipped, the rest pending.
 * @param first the least id
 */
export function shopOrders(pending: number, shipped: number, first = 101): readonly StoredOrder[] {
  return Array.from({ length: pending + shipped }, (_, index) => ({
    id: first + index,
    petId: 7 + index * 3,
    quantity: 1 + (index % 4),
    shipDate: `2026-11-${String(1 + (index % 28)).padStart(2, "0")}T09:30:00.000Z`,
    complete: index % 3 === 0,
    status: index >= 1 && index <= shipped ? "shipped" : "pending",
  }));
}

/** One run of `verify` against a server that is started for it, with all its orders named. */
export async function judgeServer(
  start: StartServer,
  orders: readonly StoredOrder[],
  apiKey = "sk_live_51H8tq2vX",
  options: SuiteOptions = everything,
): Promise<Report> {
  const server = await start(orders, apiKey);
  const idsOf = (state: string) =>
    orders.filter(({ status }) => status === state).map(({ id }) => BigInt(id));
  const arrange = async () => ({ pending: idsOf("pending"), shipped: idsOf("shipped") });
  const target = createHttpTarget({ baseUrl: server.url, apiKey, arrange });
  try {
    return await runSuite(target, options);
  } finally {
    await target.close();
    await server.close();
  }
}
