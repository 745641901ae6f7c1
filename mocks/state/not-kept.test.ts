import { describe, expect, test } from "vitest";
import { startMockServer } from "../adapters/server/mock-server.ts";
import { NotKept, type StateStorage } from "../core/order-storage.ts";
import { createMock } from "../mock.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import { callPort } from "../testing/raw-socket.ts";

/** A storage that stores nothing, and refuses everything while it is `full`. */
function createFullStorage() {
  const state = { full: false, fault: undefined as Error | undefined };
  const refuse = () => {
    if (state.full) throw state.fault ?? new NotKept("The change could not be kept: the disk is full.");
  };
  const stateStorage: StateStorage = {
    open: (make) => ({
      orders: make,
      worldNames: () => [],
      ownOrders: () => undefined,
      changes: () => [],
      restart: refuse,
      write: refuse,
      reset: refuse,
      drop: refuse,
    }),
  };
  return { stateStorage, state };
}

const refused = errorAnswer(503, "not_kept");

describe("when a change cannot be written", () => {
  test("a cancel is answered 503 and the order stays; once there is room, its cancel succeeds", () => {
    const { stateStorage, state } = createFullStorage();
    const mock = createMock({ stateStorage });
    const before = callMock(mock, "GET /v1/store/orders").text;
    state.full = true;
    const answer = callMock(mock, "DELETE /v1/store/orders/1001", {
      headers: { origin: "http://localhost:5173" },
    });
    expect(answer).toMatchObject(refused);
    expect(answer.text).toContain("the disk is full");
    // A page may read the reason.
    expect(answer.headers["access-control-allow-origin"]).toBe("http://localhost:5173");
    expect(callMock(mock, "GET /v1/store/orders").text).toBe(before);
    expect(callMock(mock, "DELETE /v1/store/orders/1002").status).toBe(409);
    state.full = false;
    expect(callMock(mock, "DELETE /v1/store/orders/1001").status).toBe(204);
  });

  test.each([
    ["POST /_mock/orders/1001/ship", ""],
    ["POST /_mock/reset", ""],
    ["POST /_mock/reset", '{"fixtures":"magic"}'],
    ["POST /_mock/reset?world=*", '{"fixtures":"magic"}'],
    ["PUT /_mock/orders/7", '{"quantity":1}'],
    ["DELETE /_mock/worlds/anna", ""],
  ])("%s %s is answered 503, and every world stays unchanged", (line, body) => {
    const { stateStorage, state } = createFullStorage();
    const mock = createMock({ stateStorage });
    callMock(mock, "DELETE /v1/store/orders/1003", { key: "mock-key~anna" });
    const worlds = () => ["default", "anna"].map((name) => mock.control.world(name).orders());
    const before = worlds();
    state.full = true;
    expect(callMock(mock, line, { body })).toMatchObject(refused);
    expect(worlds()).toEqual(before);
    expect(mock.control.worlds()).toHaveLength(2);
    state.full = false;
    // The start of a later reset is unchanged, too.
    mock.control.reset();
    expect(mock.control.orders()).toEqual(createMock().control.orders());
    expect(mock.control.world("new").orders()).toEqual(createMock().control.orders());
  });

  test("a mock on a port goes on answering, whatever its storage throws", async () => {
    const { stateStorage, state } = createFullStorage();
    await using server = await startMockServer({ stateStorage });
    const cancel = async () => (await callPort(server.port, "DELETE /v1/store/orders/1001")).status;
    state.full = true;
    expect(await cancel()).toBe(503);
    state.fault = new TypeError("odd");
    expect(await cancel()).toBe(500);
    state.full = false;
    expect(await cancel()).toBe(204);
  });
});
