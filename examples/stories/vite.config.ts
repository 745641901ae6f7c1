import { msw } from "msw/vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [msw({ mode: "worker-only" })],
  test: { testTimeout: 15_000, hookTimeout: 30_000 },
});
