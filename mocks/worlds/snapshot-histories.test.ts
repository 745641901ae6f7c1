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

type Step = (mock: Mock, control: Control, world: string) => void;
const quietly = (step: () => void) => {
  try {
    step();
  } catch (error) {
    // Shipping what cannot ship is part of a story.
    if (!(error instanceof Error) || !/^(?:BadInput|ControlError)$/.test(error.name)) throw error;
  }
};
const steps: fc.Arbitrary<Step> = fc.oneof(
  ids.map(
    (id): Step =>
      (mock, _control, world) => {
        callMock(mock, `DELETE /v1/store/orders/${id}`, { key: `mock-key~${world}` });
      },
  ),
  ids.map(
    (id): Step =>
      (_mock, control) =>
        quietly(() => control.ship(id)),
  ),
  orders.map(
    (order): Step =>
      (_mock, control) =>
        void control.put(order),
  ),
  ids.map(
    (id): Step =>
      (_mock, control) => {
        control.providerState({ state: providerStates.absent, params: { id: String(id) } });
      },
  ),
  fc.nat(3).map(
    (count): Step =>
      (_mock, control) => {
        control.providerState({ state: providerStates.shipped, params: { count: count + 1 } });
      },
  ),
  fc.constant<Step>((_mock, control) => {
    control.providerState({ state: providerStates.shipped, action: "teardown" });
  }),
  profiles.map(
    (profile): Step =>
      (_mock, control) =>
        void control.setProfile(profile),
  ),
  {
    weight: 1,
    arbitrary: sources.map(
      (source): Step =>
        (_mock, control) =>
          void control.reset(source),
    ),
  },
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
        for (const step of story) step(mock, one, "one");
        const text = one.snapshot();
        const elsewhere = createMock(start);
        for (const [host, name] of [
          [mock, "two"],
          [elsewhere, "one"],
          [mock, "one"],
        ] as const) {
          const control = host.control.world(name);
          for (const step of other) step(host, control, name);
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
