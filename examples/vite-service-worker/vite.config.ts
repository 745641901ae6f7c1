import { msw } from "msw/vite";
import { defineConfig } from "vitest/config";

// The plugin serves MSW's worker file, and puts it into the build.
export default defineConfig(({ mode }) => ({
  plugins: mode === "mock" ? [msw({ mode: "worker-only" })] : [],
  test: { testTimeout: 15_000, hookTimeout: 30_000 },
}));
