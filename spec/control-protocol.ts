/** The mock's control plane: paths and bodies. In spec/, so that the judge can ask a mock for orders. */

export const controlPrefix = "/_mock";

export const controlPaths = {
  health: `${controlPrefix}/health`,
  orders: `${controlPrefix}/orders`,
  search: `${controlPrefix}/orders/search`,
  order: `${controlPrefix}/orders/{orderId}`,
  ship: `${controlPrefix}/orders/{orderId}/ship`,
  reset: `${controlPrefix}/reset`,
  state: `${controlPrefix}/state`,
  faults: `${controlPrefix}/faults`,
  journal: `${controlPrefix}/journal`,
  events: `${controlPrefix}/events`,
  worlds: `${controlPrefix}/worlds`,
  world: `${controlPrefix}/worlds/{world}`,
  profile: `${controlPrefix}/profile`,
  key: `${controlPrefix}/key`,
  providerStates: `${controlPrefix}/provider-states`,
  openapi: `${controlPrefix}/openapi.yaml`,
} as const;

/** The mock refused a call of its control, in process or over HTTP; the message is the mock's own. */
export class ControlError extends Error {
  override name = "ControlError";
  readonly status: number;
  /** Code of the mock's Error object; `not_the_mock` if there is none. */
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Header that carries the control token where one is asked for. */
export const controlTokenHeader = "x-mock-control-token";

/** Header of the kit's own calls of the API: `page` from the mock's page, `judge` from a run of the suite. */
export const clientHeader = "x-mock-client";
export const clientNames = ["page", "judge"] as const;
export type ClientName = (typeof clientNames)[number];

/** Body of `GET /_mock/health`. `service` identifies this mock among other programs. */
export interface Health {
  readonly service: typeof healthService;
  readonly version: string;
  readonly seed: number;
  readonly orders: number;
  /** The world of the request. */
  readonly world: string;
  /** Whether it is ready for requests: not while it stops, nor while it cannot reach its state. */
  readonly ready: boolean;
  /** Set where the mock was started with `--broken`. */
  readonly broken?: BrokenBehaviour | undefined;
}

/** The mistake of a mock that is wrong on purpose. */
export interface BrokenBehaviour {
  readonly id: string;
  readonly story: string;
}

/** Fault rules with a name; `PUT /_mock/faults` accepts the name in place of the rules. */
export const faultPresets = ["outage", "slow", "flaky", "stale", "shipping-race"] as const;
export type FaultPreset = (typeof faultPresets)[number];

/** The form of a world's name, which is part of a bearer token (RFC 6750, 2.1) and of a query. */
export function isWorldName(name: unknown): name is string {
  return typeof name === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(name);
}

/** The world that a key opens on this mock, `KEY~name`; undefined for a key without a name. */
export function worldOfKey(key: string): string | undefined {
  const sign = key.lastIndexOf("~");
  const name = key.slice(sign + 1);
  return sign >= 0 && isWorldName(name) ? name : undefined;
}

/** One of `GET /_mock/worlds`. */
export interface WorldSummary {
  readonly name: string;
  /** Orders that differ from those the world started with. */
  readonly changedOrders: number;
  /** Seconds since its last request. */
  readonly idleSeconds: number;
}
export const healthService = "store-orders-mock";

/**
 * States that a run requests from a provider, in Pact's wire form: POST, body `{ state, params, action }`, any 2xx means
 * success. The answer to a setup may have `{ "ids": ["101"] }`; a teardown has the ids to remove in its params.
 */
export const providerStates = {
  /** params: `{ count?: integer, ids?: string[] }`; the ids are used where they are free. */
  pending: "pending orders exist",
  shipped: "shipped orders exist",
  /** params: `{ id: string }`. */
  absent: "no order has the id",
} as const;

export interface ProviderStateRequest {
  readonly state: string;
  readonly params?: { readonly count?: number; readonly ids?: readonly string[]; readonly id?: string };
  readonly action?: "setup" | "teardown";
}
export interface ProviderStateAnswer {
  readonly ids: readonly string[];
}
