import fc from "fast-check";
import { expect, test } from "vitest";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { providerStates } from "../../spec/control-protocol.ts";
import { answersTo, type Profile, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile } from "../../spec/profile.ts";
import { orderStatuses } from "../../spec/wire.ts";
import type { Control } from "../control/control.ts";
import { createMock, type Mock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";

const listOf = (mock: Mock, world: string) =>
  callMock(mock, "GET /v1/store/orders", { key: `mock-key~${world}` }).text;
const ids = fc.oneof(
  fc.bigInt({ min: 999n, max: 1030n }),
  fc.constantFrom(204n, 409n, 0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)),
);
const orders: fc.Arbitrary<FixtureOrder> = fc
  .record(
    {
      id: ids,
      status: fc.constantFrom(...orderStatuses),
      petId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      note: fc.string({ unit: "grapheme" }),
      gift: fc.option(fc.boolean()),
    },
    { requiredKeys: ["id", "status"] },
  )
  .map((order) => ({ ...order }));
const sources = fc.oneof(
  fc.record({ seed: fc.nat(50), orders: fc.nat(30) }, { requiredKeys: [] }),
  fc.record({ fixtures: fc.constantFrom("magic", "large-ids", "edge-values", "all-shipped", "empty") }),
);
const profiles = fc
  .record(Object.fromEntries(questionIds.map((id) => [id, fc.constantFrom(...answersTo(id))])), {
    requiredKeys: [],
  })
  .map((some) => ({ ...defaultProfile, ...some }) as Profile);

type Step = (control: Control, mock: Mock, world: string) => void;
const step = <T>(values: fc.Arbitrary<T>, act: (value: T, ...given: Parameters<Step>) => void) =>
  values.map(
    (value): Step =>
      (...given) =>
        act(value, ...given),
  );

/** Ignores refusals: a history may ship an order that cannot ship. */
function shipIfPossible(id: bigint, control: Control): void {
  try {
    control.ship(id);
  } catch (error) {
    if (!(error instanceof Error) || !/^(?:BadInput|ControlError)$/.test(error.name)) throw error;
  }
}
const { absent, shipped } = providerStates;
const steps: fc.Arbitrary<Step> = fc.oneof(
  step(ids, (id, _control, mock, world) =>
    callMock(mock, `DELETE /v1/store/orders/${id}`, { key: `mock-key~${world}` }),
  ),
  step(ids, shipIfPossible),
  step(orders, (order, control) => control.put(order)),
  step(ids, (id, control) => control.providerState({ state: absent, params: { id: String(id) } })),
  step(fc.nat(3), (count, control) =>
    control.providerState({ state: shipped, params: { count: count + 1 } }),
  ),
  step(fc.constant("teardown" as const), (action, control) =>
    control.providerState({ state: shipped, action }),
  ),
  step(profiles, (profile, control) => control.setProfile(profile)),
  step(sources, (source, control) => control.reset(source)),
);
const starts: fc.Arbitrary<MockOptions> = fc.oneof(
  sources.map((source) => ("fixtures" in source ? source : {})),
  fc.record({ seed: fc.nat(9), orders: fc.nat(30) }),
  fc.uniqueArray(orders, { selector: ({ id }) => id, maxLength: 20 }).map((fixtures) => ({ fixtures })),
);

test("a snapshot after any changes, restored in another world or mock, gives the same orders, profile and list", () => {
  fc.assert(
    fc.property(
      starts,
      fc.array(steps, { maxLength: 25 }),
      fc.array(steps, { maxLength: 6 }),
      (start, story, other) => {
        const mock = createMock(start);
        const one = mock.control.world("one");
        for (const act of story) act(one, mock, "one");
        const text = one.snapshot();
        const elsewhere = createMock(start);
        for (const [host, name] of [
          [mock, "two"],
          [elsewhere, "one"],
          [mock, "one"],
        ] as const) {
          const control = host.control.world(name);
          for (const act of other) act(control, host, name);
          control.restore(text);
          expect(control.orders()).toEqual(one.orders());
          expect(control.profile()).toEqual(one.profile());
          expect(listOf(host, name)).toBe(listOf(mock, "one"));
          expect(control.snapshot()).toBe(text);
          expect(control.health()).toMatchObject({ seed: one.health().seed, orders: one.health().orders });
        }
      },
    ),
    { seed: proofSeed },
  );
});
