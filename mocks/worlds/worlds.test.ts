import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { namedProfiles } from "../../spec/profile.ts";
import { startMockServer } from "../adapters/server/mock-server.ts";
import { createMock } from "../mock.ts";
import { callControl, callMock, errorAnswer } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";

const keyOf = (world: string) => ({ key: `mock-key~${world}` });
const idsOf = (text: string) => (parseJson(text) as { id: bigint }[]).map(({ id }) => id);

describe("200 simultaneous tests on one server, each in its own world,", () => {
  const orders = 60;
  const seed = proofSeed;
  const plan = fc.record({
    cancels: fc.shuffledSubarray(Array.from({ length: 30 }, (_, index) => index)),
    resetsAfter: fc.option(fc.nat(30)),
    /** Waits some turns of the event loop, so that other tests run in between. */
    pauses: fc.array(fc.nat(4), { minLength: 30, maxLength: 30 }),
  });

  test(`see only their own cancels (seed ${seed})`, async () => {
    await using server = await startMockServer({ orders });
    const all = server.mock.control.orders();
    const pending = all.flatMap(({ id, status }) => (status === "pending" ? [id] : []));

    async function play(world: string, { cancels, resetsAfter, pauses }: (typeof plans)[number]) {
      const call = async (method: string, path = "") => {
        const headers = { authorization: `Bearer mock-key~${world}` };
        const response = await fetch(`${server.baseUrl}/store/orders${path}`, { method, headers });
        return { status: response.status, text: await response.text() };
      };
      const cancelled = new Set<bigint>();
      for (const [step, index] of cancels.entries()) {
        for (let turn = 0; turn < pauses[step]!; turn++) await new Promise(setImmediate);
        const id = pending[index % pending.length]!;
        expect((await call("DELETE", `/${id}`)).status, world).toBe(cancelled.has(id) ? 404 : 204);
        cancelled.add(id);
        if (step !== resetsAfter) continue;
        server.mock.control.world(world).reset();
        cancelled.clear();
      }
      const expected = all.flatMap(({ id }) => (cancelled.has(id) ? [] : [id]));
      expect(idsOf((await call("GET")).text), world).toEqual(expected);
      return cancelled.size;
    }

    const plans = fc.sample(plan, { numRuns: 200, seed });
    const counts = await Promise.all(plans.map((each, index) => play(`w${index}`, each)));
    expect(new Set(counts).size).toBeGreaterThan(5);
    expect(server.mock.control.worlds()).toHaveLength(201);
  }, 30_000);
});

describe("settings of one world", () => {
  test("are a reset, faults, a profile, a journal and a snapshot", () => {
    const mock = createMock({ fixtures: "magic" });
    const [one, other] = [mock.control.world("one"), mock.control.world("other")];
    const list = (world: string) => callMock(mock, "GET /v1/store/orders", keyOf(world));
    one.setFaults([{ fault: "status", status: 503 }]);
    expect([list("one").status, list("other").status, list("default").status]).toEqual([503, 200, 200]);
    one.setFaults([]);
    one.setProfile(namedProfiles.talkative!);
    expect(list("one").text).toContain('"status"');
    expect(list("other").text).not.toContain('"status"');
    expect(one.journal().map(({ status }) => status)).toEqual([503, 200]);
    expect(other.journal().map(({ status }) => status)).toEqual([200, 200]);
    other.clearJournal();
    expect(one.journal()).toHaveLength(2);

    other.ship(204n);
    const text = other.snapshot();
    expect(one.snapshot()).not.toBe(text);
    one.reset({ seed: 3, orders: 2, fixtures: undefined });
    expect(other.snapshot()).toBe(text);
    one.restore(text);
    expect(one.orders()).toEqual(other.orders());
    one.reset();
    expect(other.snapshot()).toBe(text);
  });
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
