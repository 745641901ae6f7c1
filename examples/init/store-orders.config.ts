import { defineConfig } from "store-orders-kit/config";

export default defineConfig({
  mock: { port: 4010, fixtures: "magic" },
  verify: {
    // The judged server; the key comes from STORE_ORDERS_API_KEY.
    // baseUrl: "https://staging.example/v1",
    // pendingOrder: [101, 102],
    // shippedOrder: [301],
  },
  // By name: store-orders mock --faults bad-day
  faults: { "bad-day": [{ fault: "status", status: 503, times: 3 }] },
});
