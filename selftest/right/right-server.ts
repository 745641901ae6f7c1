/** A right server that conforms to the document in an unusual way. No requirement may fail on it. */

import { parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { MockReply, MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import type { MockOptions } from "../../mocks/mock-options.ts";
import { alterReplies, type Build, type NamedRows, readRows, textOf } from "../broken/broken-server.ts";
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

/** Minimum pet id of the orders that a run is given. */
export const ownPetIds = 2n ** 31n;

/** A test whether an order belongs to another client: it was there before the run got its own. */
export function createOthers(
  mock: Mock,
): (order: { readonly id?: unknown; readonly petId?: unknown }) => boolean {
  const ids = new Set<unknown>(mock.control.orders().map(({ id }) => id));
  return ({ id, petId }) => ids.has(id) && !(typeof petId === "bigint" && petId >= ownPetIds);
}

/** A copy in another order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other]!, copy[last]!];
  }
  return copy;
}

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
