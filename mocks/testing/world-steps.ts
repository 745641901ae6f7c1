/** Random requests that change the worlds of a mock, for tests of everything that keeps or copies a world. */

import fc from "fast-check";
import { int64Max, int64Min } from "../../base/ids.ts";
import { formatJson } from "../../base/json.ts";
import { namedProfiles } from "../../spec/profile.ts";

export interface Step {
  /** Method and target, as in `GET /v1/store/orders`. */
  readonly line: string;
  readonly key?: string;
  readonly body?: unknown;
}

export const worldNames = ["default", "anna", "ben"] as const;
const worlds = fc.constantFrom(...worldNames);
const ids = fc.integer({ min: 1001, max: 1009 });

/** An order's fields that a careless reader or writer would change. */
const rich = {
  petId: int64Min,
  quantity: 9_007_199_254_740_993n,
  note: 'a "quoted" word\n\u0000é☃',
  ratio: 1.5,
  nested: { deep: [1n, null, true] },
};

/** The body of a reset to orders of the test's own. */
export const ownStart = formatJson({
  fixtures: [{ id: 1001n, ...rich }, { id: 1002n, status: "shipped" }, { id: int64Max }],
});

/** Bodies of a reset. */
const starts = fc.constantFrom<unknown[]>(
  undefined,
  {},
  { seed: 9 },
  { orders: 4 },
  { fixtures: "magic" },
  { fixtures: "empty" },
  ownStart,
);

const faults = fc.constantFrom<unknown[]>(
  [],
  [{ fault: "status", status: 503, probability: 0.4 }],
  [{ fault: "ship-first", times: 2 }],
  [
    { fault: "stale-list", reads: 2 },
    { fault: "delay", ms: [0, 9] },
  ],
  "flaky",
);

const { talkative } = namedProfiles;
const profiles = fc.constantFrom<unknown[]>({}, { conflictBody: "text", cancelledInList: "gone" }, talkative);

const anyOrder = fc.record({
  status: fc.constantFrom("pending", "shipped", "cancelled"),
  isRich: fc.boolean(),
});
const puts = anyOrder.map(({ status, isRich }) => formatJson({ status, ...(isRich && rich) }));

const setups = fc
  .record({
    state: fc.constantFrom("pending orders exist", "shipped orders exist"),
    action: fc.constantFrom("setup", "teardown"),
    count: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ state, action, count }) => ({ state, action, params: { count } }));

const call = (lines: fc.Arbitrary<string>) =>
  fc
    .tuple(worlds, lines)
    .map(([world, line]): Step => ({ line, key: world === "default" ? "mock-key" : `mock-key~${world}` }));

/** A request to the control plane for one world. */
const control = (lines: fc.Arbitrary<string>, bodies: fc.Arbitrary<unknown> = fc.constant(undefined)) =>
  fc
    .tuple(worlds, lines, bodies)
    .map(([world, line, body]): Step => ({ line: `${line}?world=${world}`, body }));

/** The same for one order of the world. */
const ofOrder = (method: string, end = "", bodies?: fc.Arbitrary<unknown>) =>
  control(
    ids.map((id) => `${method} /_mock/orders/${id}${end}`),
    bodies,
  );

const one = (line: string, bodies?: fc.Arbitrary<unknown>) => control(fc.constant(line), bodies);

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: call(ids.map((id) => `DELETE /v1/store/orders/${id}`)) },
  { weight: 8, arbitrary: call(fc.constant("GET /v1/store/orders")) },
  { weight: 3, arbitrary: ofOrder("PUT", "", puts) },
  { weight: 3, arbitrary: ofOrder("DELETE") },
  { weight: 3, arbitrary: ofOrder("POST", "/ship") },
  {
    weight: 2,
    arbitrary: one(
      "POST /_mock/orders",
      ids.map((id) => ({ id })),
    ),
  },
  { weight: 3, arbitrary: one("POST /_mock/provider-states", setups) },
  { weight: 2, arbitrary: one("GET /_mock/state") },
  { weight: 2, arbitrary: one("GET /_mock/faults") },
  { weight: 2, arbitrary: one("PUT /_mock/faults", faults) },
  { weight: 4, arbitrary: one("PUT /_mock/profile", profiles) },
  { weight: 3, arbitrary: one("POST /_mock/reset", starts) },
  { weight: 1, arbitrary: starts.map((body): Step => ({ line: "POST /_mock/reset?world=*", body })) },
  { weight: 1, arbitrary: worlds.map((world): Step => ({ line: `DELETE /_mock/worlds/${world}` })) },
  { weight: 2, arbitrary: one("GET /_mock/journal") },
  { weight: 1, arbitrary: one("DELETE /_mock/journal") },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Step>(
      { line: "GET /_mock/worlds" },
      { line: "DELETE /_mock/worlds?idle=0" },
      { line: "GET /v1/store/orders", key: "wrong" },
      { line: "GET /nowhere" },
    ),
  },
);
