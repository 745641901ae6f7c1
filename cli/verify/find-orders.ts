/** Chooses the source of a run's orders: named ones, a command, a module, provider states, or a mock's control plane. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { readIds } from "../../base/ids.ts";
import { isJsonObject, readJson } from "../../base/json.ts";
import { namedOrders, providedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import { sendOnce } from "../../conformance/targets/http/send-once.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { runShellCommand } from "../child-process.ts";
import { ordersOfMock, type Send } from "./mock-orders.ts";
import { loadProvision } from "./provision.ts";
import type { VerifySettings } from "./verify-options.ts";

/** Factor for the time limit of a module's step, relative to that of a call. */
const stepLimit = 6;

/**
 * @param settings the key may open a world of a mock, in which the orders are then made
 * @param onTrouble called with the reason why a mock makes no orders, and with the next step
 */
export async function findOrders(
  settings: VerifySettings & { readonly baseUrl: string; readonly apiKey: string },
  onTrouble: (message: string) => void,
  signal: AbortSignal,
): Promise<NonNullable<Target["arrange"]>> {
  const { pending, shipped, providerStatesUrl, provision, ordersCommand } = settings;
  const { connectionTo, controlToken, headers, timeoutMs } = settings;
  const send: Send = (url, body, more = []) => {
    const method = body === undefined ? "GET" : "POST";
    const json = body === undefined ? [] : [["content-type", "application/json"]];
    // Of a header that is given twice, the last one counts.
    const given = Object.fromEntries([...json, ...headers, ...more]);
    return sendOnce({ url, method, headers: given, body }, timeoutMs, connectionTo(url));
  };
  if (pending.length > 0 || shipped.length > 0) return namedOrders({ pending, shipped });
  if (ordersCommand !== undefined) return commandOrders(ordersCommand, signal);
  if (provision !== undefined) return loadProvision(provision, stepLimit * timeoutMs, signal);
  if (providerStatesUrl !== undefined) return providedOrders(providerStatesUrl, send);
  let found: ReturnType<typeof ordersOfMock> | undefined;
  return async (wanted) => {
    found ??= ordersOfMock(settings, controlToken, send, onTrouble);
    return (await found)?.(wanted) ?? { pending: [], shipped: [] };
  };
}

/**
 * Orders that the user's command prints. It runs once, when the run asks for orders.
 * @param signal ends it
 */
export function commandOrders(command: string, signal: AbortSignal): NonNullable<Target["arrange"]> {
  let found: Promise<GivenOrders> | undefined;
  return () => (found ??= runShellCommand("--orders-command", command, signal).then(readOrders));
}

const form = '{"pending": [101, 102], "shipped": [301]}';

function readOrders(text: string): GivenOrders {
  const json = readJson(text, (fact) => refuse(`it must print ${form}; ${fact}`));
  if (!isJsonObject(json)) return refuse(`it must print ${form}, got ${quoteValue(json)}.`);
  const unknown = Object.keys(json).find((name) => name !== "pending" && name !== "shipped");
  if (unknown !== undefined) refuse(`it must print ${form}, got a member ${quoteValue(unknown)}.`);
  return {
    pending: readIds(json.pending, "pending", refuse),
    shipped: readIds(json.shipped, "shipped", refuse),
  };
}

function refuse(fact: string): never {
  throw new BadInput(`Cannot use --orders-command: ${fact}`);
}
