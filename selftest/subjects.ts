/** Wrong and right servers in the shape that the suite's self-test takes, with the orders a run needs. */

import { createMock, type Mock } from "../mocks/mock.ts";
import { defaultApiKey } from "../mocks/mock-options.ts";
import { providerStates } from "../spec/control-protocol.ts";
import { versionPrefix } from "../spec/wire.ts";
import type { BrokenServer, Handle } from "./broken/broken-server.ts";
import type { RightServer } from "./right/right-server.ts";

interface SubjectRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** How many orders a run is given: `few` is as many as it needs at least. */
export const orderSupplies = {
  plenty: { pending: 5, shipped: 1 },
  few: { pending: 2, shipped: 1 },
} as const;
export type OrderSupply = keyof typeof orderSupplies;

export function brokenSubject(
  { id, description, caughtBy, blames, build }: BrokenServer,
  supply: OrderSupply,
) {
  return {
    id,
    description,
    kind: "broken" as const,
    caughtBy,
    mayFail: blames,
    open: async () => open(createMock(), build, supply),
  };
}

export function rightSubject({ id, description, options, build }: RightServer, supply: OrderSupply) {
  return {
    id,
    description,
    kind: "right" as const,
    caughtBy: [],
    open: async () => open(createMock(options), build, supply),
  };
}

function open(mock: Mock, build: (mock: Mock) => Handle, supply: OrderSupply) {
  const handle = build(mock);
  return {
    target: {
      baseUrl: `http://selftest.invalid${versionPrefix}`,
      apiKey: defaultApiKey,
      arrange: async () => supplyOrders(mock, supply),
      async send({ method, path, headers }: SubjectRequest) {
        const reply = handle({ method, target: versionPrefix + path, headers: Object.fromEntries(headers) });
        return { status: reply.status, headers: Object.entries(reply.headers), body: joinPieces(reply.body) };
      },
    },
    close: async () => undefined,
  };
}

/** Neighbours beyond 2^53, so that a server that counts in doubles shows it. */
export function supplyOrders(mock: Mock, supply: OrderSupply): { pending: bigint[]; shipped: bigint[] } {
  const { pending, shipped } = orderSupplies[supply];
  const setUp = (state: string, count: number, ids: readonly string[]) =>
    mock.control.providerState({ state, params: { count, ids }, action: "setup" }).ids.map(BigInt);
  return {
    pending: setUp(providerStates.pending, pending, []),
    shipped: setUp(providerStates.shipped, shipped, [String(2n ** 53n + 7n)]),
  };
}

export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
