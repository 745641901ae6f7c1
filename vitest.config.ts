import { defineConfig } from "vitest/config";
import { findChromium, isBrowserRequired } from "./mocks/browser/testing/find-chromium.ts";

// Where a browser is required and missing, its tests run all the same, and fail.
const leavesOutBrowser = findChromium() === undefined && !isBrowserRequired();

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["node_modules/**", "dist/**", ...(leavesOutBrowser ? ["**/*.chromium.test.ts"] : [])],
    globalSetup: ["./mocks/browser/testing/say-left-out.ts"],
  },
});
