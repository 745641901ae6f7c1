import { fileURLToPath } from "node:url";
import type { StorybookConfig } from "@storybook/html-vite";
import { msw } from "msw/vite";

const panel = "store-orders-kit/devtools";

const config: StorybookConfig = {
  framework: "@storybook/html-vite",
  stories: ["../*.stories.ts"],
  core: { disableTelemetry: true },
  viteFinal: (vite) => ({
    ...vite,
    // Serves MSW's worker file, and puts it into the build.
    plugins: [...(vite.plugins ?? []), msw({ mode: "worker-only" })],
    // A production build leaves the panel out; a Storybook is for development, built or not.
    resolve: {
      ...vite.resolve,
      alias: { ...vite.resolve?.alias, [panel]: fileURLToPath(import.meta.resolve(panel)) },
    },
  }),
};

export default config;
