/** Orders that a mock of this kit makes for a run, through its control plane. */

import { BadInput } from "../../base/bad-input.ts";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { providedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { HeaderList } from "../../conformance/evidence/exchange.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { controlPaths, controlTokenHeader, healthService, worldOfKey } from "../../spec/control-protocol.ts";

/** Sends a GET, or a POST with a JSON body, with the user's own headers and `more`. */
export type Send = (
  url: string,
  body?: string,
  more?: HeaderList,
) => Promise<{ readonly status: number; readonly text: string }>;

/**
 * @returns undefined where the server is not a mock of this kit, or makes no orders
 * @throws {BadInput} for a token that does not open the control plane
 */
export async function ordersOfMock(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  controlToken: string | undefined,
  send: Send,
  onTrouble: (message: string) => void,
): Promise<Target["arrange"]> {
  const { origin, hostname } = new URL(baseUrl);
  // A server that is not a mock should get no request for a path that it lacks. On another machine only a token implies a
  // mock.
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (!isLocal && controlToken === undefined) return undefined;
  const token = controlToken === undefined ? [] : [[controlTokenHeader, controlToken] as const];
  const found = await lookForControl((path) => send(origin + path, undefined, token));
  if (found === "open") {
    const world = worldOfKey(apiKey);
    const query = world === undefined ? "" : `?world=${world}`;
    return providedOrders(origin + controlPaths.providerStates + query, (url, body) =>
      send(url, body, token),
    );
  }
  const mock = `The mock at ${origin}`;
  const naming = "or name orders with --pending-order and --shipped-order";
  if (controlToken !== undefined && found === "none")
    throw new BadInput(
      `Cannot use --control-token: no control plane of a mock answers at ${origin}. Check the base URL, ${naming}.`,
    );
  if (controlToken !== undefined && found === "refused")
    throw new BadInput(
      `Cannot use --control-token: the mock at ${origin} refuses it. Give the token that the mock was started with.`,
    );
  if (found === "refused")
    onTrouble(
      `${mock} makes no orders for this run: its control plane asks for a token, or is closed to this machine. Give the token with --control-token or in STORE_ORDERS_CONTROL_TOKEN, ${naming}.`,
    );
  if (found === "closed")
    onTrouble(
      `${mock} makes no orders for this run: it has no control plane. Start it without --no-control, ${naming}.`,
    );
  return undefined;
}

/** open: orders can be made. refused: a mock asks for another token. closed: a mock has no control plane. */
type ControlState = "open" | "refused" | "closed" | "none";

type Ask = (path: string) => ReturnType<Send>;

/** @returns "none" where there is no mock */
async function lookForControl(ask: Ask): Promise<ControlState> {
  try {
    const health = await ask(controlPaths.health);
    const refusal = refusalIn(health);
    if (refusal !== undefined) return refusal;
    if (health.status !== 200 || memberOf(health.text, "service") !== healthService) return "none";
    // A mock may answer its health without the token.
    return refusalIn(await ask(controlPaths.profile)) ?? "open";
  } catch {
    // Another program listens at the address.
    return "none";
  }
}

/** Reads the refusal of a mock's control plane. */
function refusalIn({ status, text }: Awaited<ReturnType<Send>>): "refused" | "closed" | undefined {
  const code = memberOf(text, "code");
  if (status === 403 && code === "control_refused") return "refused";
  if (status === 404 && code === "no_such_path" && text.includes(controlPaths.health)) return "closed";
  return undefined;
}

function memberOf(text: string, name: string): unknown {
  try {
    const json = parseJson(text);
    return isJsonObject(json) ? json[name] : undefined;
  } catch {
    return undefined;
  }
}
