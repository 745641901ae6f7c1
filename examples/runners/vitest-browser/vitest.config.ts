import { playwright } from "@vitest/browser-playwright";
import { msw } from "msw/vite";
import { defineConfig } from "vitest/config";

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  // Serves MSW's worker file to the page that the tests run in.
  plugins: [msw({ mode: "worker-only" })],
  test: {
    include: ["**/*.spec.ts"],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Without executablePath it is the Chromium that Playwright has installed.
      provider: playwright({
        launchOptions: {
          ...(executablePath && { executablePath }),
          args: ["--no-sandbox", "--disable-quic"],
        },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
});
