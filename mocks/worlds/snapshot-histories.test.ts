import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock, type Mock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { ownStart, type Step, steps, worldNames } from "../testing/world-steps.ts";

const starts = fc.constantFrom<MockOptions[]>(
  {},
  { seed: 9, orders: 30 },
  { fixtures: "magic" },
  { fixtures: "large-ids" },
  { fixtures: "edge-values" },
  { fixtures: [{ id: -(2n ** 63n), note: "Grüße ☃" }, { id: 1001 }, { id: 2n ** 63n - 1n }] },
);

const play = (mock: Mock, story: readonly Step[]) => {
  for (const { line, ...more } of story) callMock(mock, line, more);
};

/** What a snapshot keeps of a world, and its text. */
function shownIn(mock: Mock, name: string) {
  const control = mock.control.world(name);
  control.setFaults([]);
  const { seed, orders } = control.health();
  const list = callMock(mock, "GET /v1/store/orders", { key: `mock-key~${name}` });
  return [control.snapshot(), control.orders(), control.profile(), list.status, list.text, seed, orders];
}

test(`a snapshot after any changes, restored in another world or mock, gives the same orders, profile and list (seed ${proofSeed})`, () => {
  // Another mock cannot know the orders that a test has reset a world to.
  const known = steps.filter(({ body }) => body !== ownStart);
  const stories = fc.array(known, { maxLength: 25, size: "max" });
  const few = fc.array(known, { maxLength: 6, size: "max" });
  fc.assert(
    fc.property(starts, stories, few, fc.constantFrom(...worldNames), (start, story, other, name) => {
      const mock = createMock(start);
      play(mock, story);
      const before = shownIn(mock, name);
      const text = mock.control.world(name).snapshot();
      const elsewhere = createMock(start);
      play(elsewhere, other);
      elsewhere.control.world(name).restore(text);
      expect(shownIn(elsewhere, name)).toEqual(before);
      mock.control.world("new").restore(text);
      expect(shownIn(mock, "new")).toEqual(before);
      play(mock, other);
      mock.control.world(name).restore(text);
      expect(shownIn(mock, name)).toEqual(before);
    }),
    { seed: proofSeed },
  );
});
