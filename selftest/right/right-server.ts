/** A right server that conforms to the document in an unusual way. No requirement may fail on it. */

import { parseJson } from "../../base/json.ts";
import { createSeededChance } from "../../base/seeded-chance.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { MockReply, MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import type { MockOptions } from "../../mocks/mock-options.ts";
import {
  alterReplies,
  type Build,
  type Handle,
  type NamedRows,
  readRows,
  textOf,
} from "../broken/broken-server.ts";
import type { OrderFields } from "../broken/steps.ts";

export interface RightServer {
  readonly id: string;
  /** Its unusual behaviour, in a sentence. */
  readonly description: string;
  readonly options?: MockOptions;
  readonly build: Build;
  /** Whether each answer is slow, so that it is not used in many random servers. */
  readonly isSlow?: boolean;
}

/** @param more options of these servers, and whether they are slow */
export const rightServersOf = (
  rows: NamedRows,
  more: Pick<RightServer, "options" | "isSlow"> = {},
): readonly RightServer[] => readRows(rows).map(({ row: build, ...named }) => ({ ...named, build, ...more }));

/** Changes answers, with how many there were. */
export const answered =
  (change: (reply: MockReply, request: MockRequest, nth: number) => MockReply | undefined): Build =>
  (mock) => {
    let nth = 0;
    return alterReplies((reply, request) => change(reply, request, ++nth))(mock);
  };

/** An order of another client. */
export const orderWith = (id: bigint, status: FixtureOrder["status"] = "pending"): FixtureOrder => ({
  id,
  petId: 1n,
  quantity: 1n,
  shipDate: "2026-01-01T00:00:00Z",
  complete: false,
  status,
});

/** Changes by other clients during a run. */
export interface Traffic {
  readonly seed: number;
  /** Share of requests before which something changes. */
  readonly share: number;
  /** Number of changes at once; default 1. */
  readonly changes?: number;
}

/** A shop in use: before some requests orders of other clients appear, ship or disappear. */
export function amongOthers(mock: Mock, handle: Handle, { seed, share, changes = 1 }: Traffic): Handle {
  const random = createSeededChance(seed);
  const others: bigint[] = [];
  let lastId = 10n ** 13n;
  const change = () => {
    const at = Math.floor(random() * others.length);
    const action = others.length === 0 ? 0 : random();
    if (action < 0.4) {
      lastId += 977n;
      mock.control.put(orderWith(lastId));
      others.push(lastId);
    } else if (action < 0.6 && mock.control.order(others[at]!).status === "pending") {
      mock.control.ship(others[at]!);
    } else {
      mock.control.remove(others.splice(at, 1)[0]!);
    }
  };
  return (request) => {
    if (random() < share) for (let count = 0; count < changes; count++) change();
    return handle(request);
  };
}

/** A copy in another order. */
export const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** One of a few values, the same for the same order. */
export function pick<T>(values: readonly T[], { id }: OrderFields): T {
  const place = typeof id === "bigint" ? BigInt.asUintN(31, id) : 0n;
  return values[Number(place) % values.length]!;
}

export function isJson(reply: MockReply): boolean {
  try {
    parseJson(textOf(reply));
    return true;
  } catch {
    return false;
  }
}
