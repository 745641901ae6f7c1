/**
 * Expectations about a mock's orders and its traffic, for `expect.extend` of @playwright/test, vitest and Jest.
 * Each waits for what it expects, as an application under test acts in its own time.
 */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { type OrderStatus, versionPrefix } from "../../spec/wire.ts";
import type { ControlClient } from "../client/control-client.ts";
import type { Control } from "../control/control.ts";

/** In process or over HTTP. */
export type AnyControl = Control | ControlClient;

/** What a test gets of the mock behind it. */
export interface StoreOrders {
  /** Address of the API, ending in `/v1`. */
  readonly baseUrl: string;
  /** Opens the world of this test. */
  readonly apiKey: string;
  /** Of the world of this test: orders, faults, journal. */
  readonly control: ControlClient;
}

export interface WaitOptions {
  /** Longest wait in milliseconds. Default: 5000. */
  readonly timeout?: number;
}

export interface RequestOptions extends WaitOptions {
  /** Default: at least once. */
  readonly times?: number;
  /** Of the answers. Default: any. */
  readonly status?: number;
}

export interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** What the runner says of the expectation; `isNot` after `.not`. */
export interface MatcherState {
  readonly isNot?: boolean;
}

/** How the matchers read to a test; for the runners' own interfaces. */
export interface OrderMatchers<Result> {
  /** The mock has the order, in that state if one is named. Over HTTP or in process: waits for it. */
  toHaveOrder(id: bigint | number, status?: OrderStatus, options?: WaitOptions): Result;
  /** The mock was asked so, `METHOD /path`, with the path below `/v1`: `DELETE /store/orders/1001`. */
  toHaveReceived(request: string, options?: RequestOptions): Result;
}

export const orderMatchers = {
  async toHaveOrder(
    this: MatcherState,
    control: AnyControl,
    id: bigint | number,
    status?: OrderStatus,
    options: WaitOptions = {},
  ): Promise<Matched> {
    let found: FixtureOrder | undefined;
    const pass = await waitFor(this, options, async () => {
      const orders = await control.orders();
      found = orders.find((order) => order.id === BigInt(id));
      return found !== undefined && (status === undefined || found.status === status);
    });
    const wanted = `order ${id}${status === undefined ? "" : ` to be ${status}`}`;
    const seen = found === undefined ? "there is no such order" : `it is ${found.status}`;
    return { pass, message: () => `Expected ${this.isNot ? "not " : ""}${wanted}; ${seen}.` };
  },

  async toHaveReceived(
    this: MatcherState,
    control: AnyControl,
    request: string,
    options: RequestOptions = {},
  ): Promise<Matched> {
    const { times, status } = options;
    const [method = "", path = ""] = request.split(" ");
    let count = 0;
    let others: readonly string[] = [];
    const pass = await waitFor(this, options, async () => {
      const journal = await control.journal();
      const asked = journal.filter(
        (entry) => entry.method === method && entry.target === versionPrefix + path,
      );
      others = journal.map((entry) => `${entry.method} ${entry.target} → ${entry.status}`);
      count = asked.filter((entry) => status === undefined || entry.status === status).length;
      return times === undefined ? count > 0 : count === times;
    });
    const wanted = `${request}${status === undefined ? "" : ` answered ${status}`} ${times ?? "at least 1"} times`;
    return {
      pass,
      message: () =>
        `Expected ${this.isNot ? "not " : ""}${wanted}, got ${count}. The mock was asked:\n  ${others.slice(-10).join("\n  ") || "nothing"}`,
    };
  },
};

/** Asks until the expectation is met, or its time is over; then whether the condition holds. */
async function waitFor(
  { isNot = false }: MatcherState,
  { timeout = 5000 }: WaitOptions,
  holds: () => Promise<boolean>,
): Promise<boolean> {
  const until = performance.now() + timeout;
  for (;;) {
    const held = await holds();
    if (held !== isNot || performance.now() >= until) return held;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
