/** Chooses the source of a run's orders: named ones, a command, a module, provider states, or a mock's control plane. */

import { namedOrders, type PostJson, providedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { HeaderList } from "../../conformance/evidence/exchange.ts";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import { sendOnce } from "../../conformance/targets/http/send-once.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { type MockAccess, ordersOfMock } from "./mock-orders.ts";
import type { VerifySettings } from "./verify-options.ts";

/** Factor for the time limit of a module's step, relative to that of a call. */
const stepLimit = 6;

/** The key may open a world of a mock: the orders are then made there. */
type OrderSettings = GivenOrders &
  Partial<
    Pick<
      VerifySettings,
      "providerStatesUrl" | "provision" | "ordersCommand" | "connectionTo" | "apiKey" | "controlToken"
    >
  > &
  Pick<MockAccess, "onTrouble">;

export async function findOrders(
  settings: OrderSettings,
  baseUrl: string,
  headers: HeaderList,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<NonNullable<Target["arrange"]>> {
  const { pending, shipped, providerStatesUrl, provision, ordersCommand, apiKey = "" } = settings;
  const { connectionTo = () => ({}), controlToken, onTrouble } = settings;
  const post: PostJson = async (url, body) => {
    // Of a header that is given twice, the last one counts.
    const given = Object.fromEntries([["content-type", "application/json"], ...headers]);
    return sendOnce({ url, method: "POST", headers: given, body }, timeoutMs, connectionTo(url));
  };
  if (pending.length > 0 || shipped.length > 0) return namedOrders({ pending, shipped });
  if (ordersCommand !== undefined)
    return (await import("./orders-command.ts")).commandOrders(ordersCommand, signal);
  if (provision !== undefined)
    return (await import("./provision.ts")).loadProvision(provision, stepLimit * timeoutMs, signal);
  if (providerStatesUrl !== undefined) return providedOrders(providerStatesUrl, post);
  const access = { baseUrl, apiKey, controlToken, headers, timeoutMs, onTrouble };
  let found: ReturnType<typeof ordersOfMock> | undefined;
  return async (wanted) => {
    found ??= ordersOfMock({ ...access, connection: connectionTo(new URL(baseUrl).origin) });
    return (await found)?.(wanted) ?? { pending: [], shipped: [] };
  };
}
