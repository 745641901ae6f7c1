import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMock, type Mock } from "../mock.ts";
import { callControl, callMock, errorAnswer } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { type Step, steps, worldNames } from "../testing/world-steps.ts";

const keyOf = (world: string) => ({ key: `mock-key~${world}` });
/** Requests to a world: each with a key or a name, and without those that concern all worlds. */
const ofOneWorld = steps.filter(({ line, key }) => key !== undefined || /\?world=(?!\*)/.test(line));
const worldOf = ({ line, key = "" }: Step) => /(?:\?world=|~)(\w+)/.exec(line + key)?.[1] ?? "default";
const answersOf = (mock: Mock, story: readonly Step[]) =>
  story.map(({ line, ...more }) => {
    const { status, text } = callMock(mock, line, more);
    return `${line}: ${status} ${text.replace(/"(at|tookMs)":[\d.]+/g, "")}`;
  });

test(`each world answers as if it were the only one (seed ${proofSeed})`, () => {
  fc.assert(
    fc.property(fc.array(ofOneWorld, { maxLength: 40, size: "max" }), (story) => {
      const mock = createMock({ orders: 8 });
      const answers = answersOf(mock, story);
      for (const world of worldNames) {
        const isOwn = (step: Step) => worldOf(step) === world;
        const alone = createMock({ orders: 8 });
        expect(answers.filter((_, place) => isOwn(story[place]!))).toEqual(
          answersOf(alone, story.filter(isOwn)),
        );
        const [one, other] = [mock, alone].map(({ control }) => control.world(world));
        expect([one!.snapshot(), one!.faults()]).toEqual([other!.snapshot(), other!.faults()]);
      }
    }),
    { seed: proofSeed },
  );
});

describe("on the control plane", () => {
  test("?world= selects a world, and an invalid name is refused", () => {
    const mock = createMock({ fixtures: "magic" });
    expect(callControl(mock, "POST /_mock/orders/204/ship?world=ann").status).toBe(200);
    expect(callMock(mock, "DELETE /v1/store/orders/204", keyOf("ann")).status).toBe(409);
    expect(callMock(mock, "DELETE /v1/store/orders/204").status).toBe(204);
    for (const name of ["", "a/b", "a%20b", "a".repeat(65), "%C3%A4"])
      expect(callControl(mock, `GET /_mock/health?world=${name}`)).toMatchObject(
        errorAnswer(400, "bad_request"),
      );
  });

  test("?world=* resets all worlds, and another start then applies to new worlds, too", () => {
    const mock = createMock({ fixtures: "magic" });
    const snapshots = () => ["default", "one", "two"].map((name) => mock.control.world(name).snapshot());
    const before = snapshots();
    for (const name of ["default", "one", "two"]) mock.control.world(name).ship(204n);
    expect(new Set([...snapshots(), ...before]).size).toBe(2);
    expect(callControl(mock, "POST /_mock/reset?world=*").status).toBe(200);
    expect(snapshots()).toEqual(before);
    expect(callControl(mock, "POST /_mock/reset?world=*", '{"fixtures":"empty"}').status).toBe(200);
    expect(mock.control.world("two").orders()).toEqual([]);
    expect(mock.control.world("new").orders()).toEqual([]);
  });

  test("a world is dropped by name, and is made again at its next use; the first world stays", () => {
    const mock = createMock({ fixtures: "magic" });
    mock.control.world("ann").ship(204n);
    expect(callControl(mock, "DELETE /_mock/worlds/ann").json).toEqual({ dropped: 1n });
    expect(callControl(mock, "DELETE /_mock/worlds/ann")).toMatchObject(errorAnswer(404, "world_not_found"));
    expect(callControl(mock, "DELETE /_mock/worlds/default")).toMatchObject(errorAnswer(400, "bad_request"));
    expect(callMock(mock, "DELETE /v1/store/orders/204", keyOf("ann")).status).toBe(204);
    expect(mock.control.worlds().map(({ name, changedOrders }) => ({ name, changedOrders }))).toEqual([
      { name: "default", changedOrders: 0 },
      { name: "ann", changedOrders: 1 },
    ]);
  });

  test("idle worlds are dropped, those in use are not", () => {
    let time = 0;
    const mock = createMock({ fixtures: "magic", now: () => time });
    callMock(mock, "GET /v1/store/orders", keyOf("old"));
    time = 50_000;
    callMock(mock, "GET /v1/store/orders", keyOf("young"));
    time = 70_000;
    expect(mock.control.worlds().map(({ name, idleSeconds }) => [name, idleSeconds])).toEqual([
      ["default", 70],
      ["old", 70],
      ["young", 20],
    ]);
    expect(callControl(mock, "DELETE /_mock/worlds?idle=60").json).toEqual({ dropped: 1n });
    expect(mock.control.worlds().map(({ name }) => name)).toEqual(["default", "young"]);
    expect(callControl(mock, "DELETE /_mock/worlds?idle=soon")).toMatchObject(
      errorAnswer(400, "bad_request"),
    );
  });

  test("a world beyond the limit is answered 503 with a next step, and the others go on", () => {
    const mock = createMock({ fixtures: "magic", maxWorlds: 3 });
    const list = (world: string) => callMock(mock, "GET /v1/store/orders", keyOf(world));
    expect([list("one").status, list("two").status]).toEqual([200, 200]);
    const refused = list("three");
    expect(refused).toMatchObject(errorAnswer(503, "too_many_worlds"));
    expect(refused.text).toContain("DELETE /_mock/worlds?idle=60");
    expect(() => mock.control.world("three")).toThrow("There are too many");
    expect(callControl(mock, "GET /_mock/health?world=three")).toMatchObject(
      errorAnswer(503, "too_many_worlds"),
    );
    expect([list("one").status, list("default").status]).toEqual([200, 200]);
    mock.control.dropWorld("one");
    expect(list("three").status).toBe(200);
  });
});
