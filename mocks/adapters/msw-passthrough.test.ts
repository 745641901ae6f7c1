import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { createMock } from "../mock.ts";
import { createHandlers } from "./msw.ts";

test("what is not for orders passes through to the real server, and the journal marks it", async () => {
  const real = createServer((request, response) => void response.end(`real ${request.url}`));
  await new Promise<void>((ready) => real.listen(0, "127.0.0.1", ready));
  const baseUrl = `http://127.0.0.1:${(real.address() as AddressInfo).port}/v1`;
  const mock = createMock();
  const server = setupServer(...createHandlers({ baseUrl, mock, fallback: "passthrough" }));
  server.listen();
  onTestFinished(() => {
    server.close();
    real.closeAllConnections();
    real.close();
  });
  expect(await (await fetch(`${baseUrl}/pets/7`)).text()).toBe("real /v1/pets/7");
  expect((await fetch(`${baseUrl}/store/orders`)).status).toBe(401);
  expect(mock.control.journal()).toMatchObject([
    { target: "/v1/pets/7", status: 0, why: "passed through to the real server" },
    { target: "/v1/store/orders", status: 401 },
  ]);
});
