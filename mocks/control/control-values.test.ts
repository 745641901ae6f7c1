import fc from "fast-check";
import { expect, test } from "vitest";
import type { FixtureInput } from "../../fixtures/fixture-order.ts";
import type { ControlClient } from "../client/control-client.ts";
import { controlSteps } from "../client/testing/control-steps.ts";
import { createMock } from "../mock.ts";
import type { Control } from "./control.ts";

/** Changes each object and array in a value, as careless code of a user may. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.values(value).forEach(spoil);
  if (Array.isArray(value)) value.length = 0;
  else for (const name of Object.keys(value)) (value as Record<string, unknown>)[name] = "spoiled";
}

const nested: FixtureInput = { id: 7, status: "pending", notes: { lines: ["a", "b"] } } as FixtureInput;

test.each(Object.entries(controlSteps))(
  "a change of the result of %s changes nothing in the mock",
  async (_name, steps) => {
    const { control, handle } = createMock({ fixtures: [{ id: 4 }] });
    control.reset({ fixtures: [nested, { id: 4 }] });
    handle({ method: "GET", target: "/v1/store/orders", headers: {} });
    const state = () =>
      structuredClone([control.snapshot(), control.orders(), control.faults(), control.journal()]);
    for (const step of steps) {
      const result = await (async () => step(control as unknown as ControlClient))().catch(() => undefined);
      const before = state();
      spoil(result);
      expect(state()).toEqual(before);
    }
  },
);

test("a change of orders that were given changes nothing in the mock", () => {
  const given = () => structuredClone(nested);
  const fixtures = [given()];
  const { control } = createMock({ fixtures });
  const added = { ...given(), id: 8 };
  control.add(added);
  const before = control.orders();
  spoil(fixtures);
  spoil(added);
  expect(control.orders()).toEqual(before);
});

test("a number for a reset makes generated orders after a list of them, and a seed alone keeps the list", () => {
  const { control } = createMock({ fixtures: [nested] });
  expect(control.reset({ orders: 3 }).orders).toBe(3);
  control.reset({ fixtures: [nested] });
  expect(control.reset({ seed: 2 })).toMatchObject({ seed: 2, orders: 1 });
  expect(control.reset().orders).toBe(1);
});

const methods = Object.keys(createMock().control) as (keyof Control)[];

test("each method of the control does its work or refuses its arguments in one sentence, whatever their types", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...methods),
      fc.array(fc.anything({ withBigInt: true }), { maxLength: 3 }),
      (method, values) => {
        const { control } = createMock({ orders: 2 });
        try {
          (control[method] as (...given: unknown[]) => unknown)(...values);
        } catch (error) {
          expect(["BadInput", "ControlError"]).toContain((error as Error).name);
          expect((error as Error).message).toMatch(/^Cannot [^\n]+\.$/);
        }
      },
    ),
    { seed: 1, numRuns: 3000 },
  );
});
