/** Which way a run gets its orders: named ones, a command, a module, provider states, or a mock's own control plane. */

import { isJsonObject, parseJson } from "../../base/json.ts";
import { namedOrders, type PostJson, providedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { HeaderList } from "../../conformance/evidence/exchange.ts";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import { sendOnce } from "../../conformance/targets/http/send-once.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { controlPaths, healthService, worldOfKey } from "../../spec/control-protocol.ts";
import type { VerifySettings } from "./verify-options.ts";

/** A step of a module may take this many times what a call may. */
const stepLimit = 6;

/** The key may open a world of a mock: the orders are then made there. */
type OrderSettings = GivenOrders &
  Partial<
    Pick<VerifySettings, "providerStatesUrl" | "provision" | "ordersCommand" | "connection" | "apiKey">
  >;

export async function findOrders(
  { pending, shipped, providerStatesUrl, provision, ordersCommand, connection, apiKey = "" }: OrderSettings,
  baseUrl: string,
  headers: HeaderList,
  timeoutMs: number,
): Promise<NonNullable<Target["arrange"]>> {
  const post: PostJson = async (url, body) => {
    // A header given twice counts as given last.
    const given = Object.fromEntries([["content-type", "application/json"], ...headers]);
    return sendOnce({ url, method: "POST", headers: given, body }, timeoutMs, connection);
  };
  if (pending.length > 0 || shipped.length > 0) return namedOrders({ pending, shipped });
  if (ordersCommand !== undefined) return (await import("./orders-command.ts")).commandOrders(ordersCommand);
  if (provision !== undefined)
    return (await import("./provision.ts")).loadProvision(provision, stepLimit * timeoutMs);
  if (providerStatesUrl !== undefined) return providedOrders(providerStatesUrl, post);
  const ordersOfMock = async () => {
    const { origin } = new URL(baseUrl);
    if (!(await isOwnMock(origin, timeoutMs))) return undefined;
    const world = worldOfKey(apiKey);
    const query = world === undefined ? "" : `?world=${world}`;
    return providedOrders(origin + controlPaths.providerStates + query, post);
  };
  let found: ReturnType<typeof ordersOfMock> | undefined;
  return async (wanted) => {
    found ??= ordersOfMock();
    return (await found)?.(wanted) ?? { pending: [], shipped: [] };
  };
}

/** Asked on this machine only: nobody else's server should see a path it does not have. */
async function isOwnMock(origin: string, timeoutMs: number): Promise<boolean> {
  const { hostname } = new URL(origin);
  if (!/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return false;
  try {
    const { status, text } = await sendOnce({ url: origin + controlPaths.health, method: "GET" }, timeoutMs);
    const health = parseJson(text);
    return status === 200 && isJsonObject(health) && health.service === healthService;
  } catch {
    // Whatever else listens there, it is no mock of ours.
    return false;
  }
}
