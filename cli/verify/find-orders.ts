/** Which way a run gets its orders: named ones, a command, a module, provider states, or a mock's own control plane. */

import { isJsonObject, parseJson } from "../../base/json.ts";
import { namedOrders, type PostJson, providedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { HeaderList } from "../../conformance/evidence/exchange.ts";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import { type ConnectionOptions, createDispatcher } from "../../conformance/targets/http/dispatcher.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { controlPaths, healthService, worldOfKey } from "../../spec/control-protocol.ts";
import { loadProvision } from "./provision.ts";

/** A step of a module may take this many times what a call may. */
const stepLimit = 6;
/** Of an answer to a provider state: a thousand ids are a tenth of it. */
const mostBytes = 256 * 1024;

export interface OrderSettings extends GivenOrders {
  readonly providerStatesUrl: string | undefined;
  /** A module's file. */
  readonly provision?: string | undefined;
  /** A command that prints orders. */
  readonly ordersCommand?: string | undefined;
  /** How provider states are reached. */
  readonly connection?: ConnectionOptions;
  /** The key of the run: on a mock it may open a world, where the orders are then made. */
  readonly apiKey?: string | undefined;
}

export async function findOrders(
  { pending, shipped, providerStatesUrl, provision, ordersCommand, connection, apiKey = "" }: OrderSettings,
  baseUrl: string,
  headers: HeaderList,
  timeoutMs: number,
): Promise<NonNullable<Target["arrange"]>> {
  const post: PostJson = async (url, body) => {
    const dispatcher = createDispatcher({ ...connection, timeoutMs, pipelining: 0, mostBytes });
    const { origin, pathname, search } = new URL(url);
    // A header given twice counts as given last.
    const given = Object.fromEntries([["content-type", "application/json"], ...headers]);
    const { statusCode, body: answer } = await dispatcher.request({
      origin,
      path: pathname + search,
      method: "POST",
      headers: Object.entries(given).flat(),
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: statusCode, text: await answer.text() };
  };
  if (pending.length > 0 || shipped.length > 0) return namedOrders({ pending, shipped });
  if (ordersCommand !== undefined) return (await import("./orders-command.ts")).commandOrders(ordersCommand);
  if (provision !== undefined) return loadProvision(provision, stepLimit * timeoutMs);
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
    const answer = await createDispatcher({ timeoutMs, pipelining: 0, mostBytes }).request({
      origin,
      path: controlPaths.health,
      method: "GET",
      headers: [],
      signal: AbortSignal.timeout(timeoutMs),
    });
    const health = parseJson(await answer.body.text());
    return answer.statusCode === 200 && isJsonObject(health) && health.service === healthService;
  } catch {
    // Whatever else listens there, it is no mock of ours.
    return false;
  }
}
