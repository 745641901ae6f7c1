import { defineConfig } from "cypress";
import { createControlClient } from "store-orders-kit/control";
import { startMockServer } from "store-orders-kit/server";

export default defineConfig({
  e2e: {
    baseUrl: "http://localhost:5173",
    supportFile: false,
    specPattern: "*.cy.js",
    async setupNodeEvents(on, config) {
      // Cypress runs one spec after the other: they share a mock, which each test resets.
      const server = await startMockServer({ port: 0, fixtures: "magic" });
      const control = createControlClient({ baseUrl: server.baseUrl });
      on("after:run", () => server.close());
      // A task must give back something, if only null.
      on("task", {
        "orders:reset": () => control.reset().then(() => null),
        "orders:faults": (rules) => control.setFaults(rules).then(() => null),
        "orders:status": async (id) =>
          (await control.orders()).find((order) => order.id === BigInt(id))?.status ?? null,
      });
      return { ...config, env: { ...config.env, ordersUrl: server.baseUrl } };
    },
  },
});
