import { expect, test } from "vitest";
import { mock } from "./node.js";
import "./setup-tests.js";

const orders = "https://api.example/v1/store/orders";
const headers = { authorization: "Bearer mock-key" };

test("a pending order is cancelled", async () => {
  const answer = await fetch(`${orders}/204`, { method: "DELETE", headers });
  expect(answer.status).toBe(204);
});

test("an order that has shipped meanwhile is not", async () => {
  mock.control.ship(204n);
  const answer = await fetch(`${orders}/204`, { method: "DELETE", headers });
  expect(answer.status).toBe(409);
});
