import { defineConfig } from "@playwright/test";
import type { StoreOrdersOptions } from "store-orders-kit/playwright";

const sitePort = Number(process.env.SITE_PORT ?? 4173);

export default defineConfig<object, StoreOrdersOptions>({
  testMatch: "*.spec.ts",
  fullyParallel: true,
  use: {
    baseURL: `http://127.0.0.1:${sitePort}`,
    // The address that the frontend calls. Each worker's mock answers it, in a world of each test's own.
    apiBaseUrl: "http://127.0.0.1:4010/v1",
    mockOptions: { fixtures: "magic" },
    launchOptions: {
      // With the browser that Playwright installs, leave both out.
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
    },
  },
  webServer: {
    command: `npx vite ../frontend --host 127.0.0.1 --port ${sitePort} --strictPort`,
    url: `http://127.0.0.1:${sitePort}`,
    env: { VITE_API_URL: "http://127.0.0.1:4010/v1" },
  },
});
