/**
 * Expectations about a mock's orders and its traffic, for `expect.extend` of @playwright/test, vitest and Jest. Each waits
 * until it is met, since an application under test acts asynchronously.
 */

import { BadInput, plural, quoteValue } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { isUnder, type OrderStatus, orderStatuses, versionPrefix } from "../../spec/wire.ts";
import type { ControlClient } from "../client/control-client.ts";
import type { Control } from "../control/control.ts";
import { readOrderId } from "../control/read-input.ts";
import { word } from "../core/field.ts";

/** Control of a mock, in process or over HTTP. */
export type AnyControl = Control | ControlClient;

/** The mock in a test. */
export interface StoreOrders {
  /** Address of the API, ending in `/v1`. */
  readonly baseUrl: string;
  /** Opens the world of this test. */
  readonly apiKey: string;
  /** Control of the world of this test: orders, faults, journal. */
  readonly control: ControlClient;
}

export interface WaitOptions {
  /** Longest wait in milliseconds. Default: as long as the runner's own polling assertions wait. */
  readonly timeout?: number;
}

export interface RequestOptions extends WaitOptions {
  /** Default: at least once. */
  readonly times?: number;
  /** Status of the answers. Default: any. */
  readonly status?: number;
}

export interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The runner's state of an assertion; `isNot` after `.not`. */
export interface MatcherState {
  readonly isNot?: boolean;
}

/** The types of the matchers, for the runners' own interfaces. */
export interface OrderMatchers<Result> {
  /** The mock has the order, in that state if one is named. Over HTTP or in process: waits for it. */
  toHaveOrder(id: bigint | number, status?: OrderStatus, options?: WaitOptions): Result;
  /** The mock has received a request, `METHOD /path`, as in `DELETE /store/orders/1001`; the path may begin with `/v1`. */
  toHaveReceived(request: string, options?: RequestOptions): Result;
}

/** @param defaultWait milliseconds that an assertion waits where the test names no timeout */
export function createOrderMatchers<State extends MatcherState>(defaultWait: (state: State) => number) {
  const waitOf = (state: State, { timeout }: WaitOptions) => timeout ?? defaultWait(state);
  return {
    async toHaveOrder(
      this: State,
      control: AnyControl,
      id: bigint | number,
      status?: OrderStatus,
      options: WaitOptions = {},
    ): Promise<Matched> {
      const wantedId = readOrderId(id, "look for");
      if (status !== undefined) word(...orderStatuses).read(status, "the state");
      let found: FixtureOrder | undefined;
      const pass = await waitFor(this, waitOf(this, options), async () => {
        const orders = await control.orders();
        found = orders.find((order) => order.id === wantedId);
        return found !== undefined && (status === undefined || found.status === status);
      });
      if (pass !== (this.isNot ?? false)) return { pass, message: () => "" };
      const wanted = `${this.isNot ? "not " : ""}to ${status === undefined ? "exist" : `be ${status}`}`;
      const seen = found === undefined ? "there is no such order" : `it is ${found.status}`;
      const hint = this.isNot || (await control.journal()).length > 0 ? "" : ` ${notCalled}`;
      return { pass, message: () => `Expected order ${id} ${wanted}; ${seen}.${hint}` };
    },

    async toHaveReceived(
      this: State,
      control: AnyControl,
      request: string,
      options: RequestOptions = {},
    ): Promise<Matched> {
      const { times, status } = options;
      const [method, target] = readRequest(request);
      let count = 0;
      let calls: readonly string[] = [];
      const pass = await waitFor(this, waitOf(this, options), async () => {
        const journal = await control.journal();
        const asked = journal.filter((entry) => entry.method === method && entry.target === target);
        calls = journal.map((entry) => `${entry.method} ${entry.target} → ${entry.status}`);
        count = asked.filter((entry) => status === undefined || entry.status === status).length;
        return times === undefined ? count > 0 : count === times;
      });
      const answered = status === undefined ? "" : ` answered ${status}`;
      const wanted = `${method} ${target}${answered}, ${times === undefined ? "at least once" : plural(times, "time")}`;
      const seen = calls.length === 0 ? notCalled : `The mock was asked:\n  ${calls.slice(-10).join("\n  ")}`;
      return {
        pass,
        message: () => `Expected ${this.isNot ? "not " : ""}to receive ${wanted}, got ${count}. ${seen}`,
      };
    },
  };
}

const notCalled =
  "The mock was not called: is a service worker or another base URL in the way? " +
  "Calls with another key are in another world.";

/** @returns the method and the target as the journal has them */
function readRequest(request: string): readonly [method: string, target: string] {
  const [, method, path] = /^([a-z]+) (\/\S*)$/i.exec(request) ?? [];
  if (method === undefined || path === undefined)
    throw new BadInput(
      `Cannot look for request ${quoteValue(request)}: it must be METHOD /path, as in DELETE /store/orders/1001.`,
    );
  return [method.toUpperCase(), isUnder(path, versionPrefix) ? path : versionPrefix + path];
}

/** Repeats the check until the expectation is met or its time is over. @returns whether the condition holds */
async function waitFor(
  { isNot = false }: MatcherState,
  timeout: number,
  holds: () => Promise<boolean>,
): Promise<boolean> {
  const until = performance.now() + timeout;
  for (;;) {
    const held = await holds();
    const left = until - performance.now();
    if (held !== isNot || left <= 0) return held;
    await new Promise((resolve) => setTimeout(resolve, Math.min(25, left)));
  }
}
