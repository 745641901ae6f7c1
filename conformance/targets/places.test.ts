import { expect, test } from "vitest";
import { Places, type Turn } from "./places.ts";

/** Places with many waiting calls; `endOne` ends one of the calls that are under way. */
function createPlaces(max: number) {
  const places = new Places(max);
  let underWay = 0;
  const enter = async (turn?: Turn) => {
    await places.enter(turn);
    underWay++;
  };
  const endOne = async () => {
    underWay--;
    places.grow();
    void places.leave();
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let count = 0; count < 400; count++) void enter();
  return { places, underWay: () => underWay, enter, endOne };
}

test.each([1, 2, 8, 20])("calls begin with two of %i places, and get all", async (max) => {
  const { underWay, endOne } = createPlaces(max);
  await Promise.resolve();
  expect(underWay()).toBe(Math.min(2, max));
  for (let count = 0; count < 40; count++) await endOne();
  expect(underWay()).toBe(max);
});

test("each halving counts for the rest of the run, down to two places", async () => {
  const { places, underWay, endOne } = createPlaces(8);
  for (let count = 0; count < 20; count++) await endOne();
  for (const left of [4, 2, 2]) {
    places.halve();
    for (let count = 0; count < 20; count++) await endOne();
    expect(underWay()).toBe(left);
  }
});

test("calls that must be sent together do not wait for places", async () => {
  const { underWay, enter } = createPlaces(1);
  await Promise.all([1, 2, 3, 4, 5].map(() => enter("now")));
  expect(underWay()).toBe(6);
});

test("the place of an urgent call goes to the urgent call that waited for it", async () => {
  const places = new Places(1);
  const sent: string[] = [];
  const send = async (name: string, turn?: Turn) => {
    await places.enter(turn);
    sent.push(name);
    void places.leave(turn);
  };
  const chain = send("first", "urgent").then(() => send("second", "urgent"));
  await Promise.all([chain, send("other")]);
  expect(sent).toEqual(["first", "second", "other"]);
});

test("a free place goes to an urgent call, then to one that acts, then to a read", async () => {
  const places = new Places(1);
  const sent: string[] = [];
  const send = async (turn: Turn) => {
    await places.enter(turn);
    sent.push(turn);
    void places.leave();
  };
  await Promise.all((["reading", "reading", "acting", "urgent", "acting"] as const).map(send));
  expect(sent).toEqual(["reading", "urgent", "acting", "acting", "reading"]);
});
