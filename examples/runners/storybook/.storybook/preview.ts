import type { Preview } from "@storybook/html-vite";
import { setupWorker } from "msw/browser";
import { createMock, type Mock, type MockOptions } from "store-orders-kit";
import { mountDevtools } from "store-orders-kit/devtools";
import { createHandlers } from "store-orders-kit/msw";

const worker = setupWorker();
const started = worker.start({ onUnhandledFrame: "bypass", quiet: true });
let panel: ReturnType<typeof mountDevtools> | undefined;

const preview: Preview = {
  loaders: [
    // Each story has a new mock each time it is opened.
    async ({ parameters }) => {
      await started;
      const mock = createMock(parameters.storeOrders as MockOptions | undefined);
      worker.resetHandlers(...createHandlers({ baseUrl: "/v1", mock }));
      return { mock };
    },
  ],
  decorators: [
    // The kit's panel beside the story: its orders, its calls, faults to try.
    (story, { loaded }) => {
      panel?.unmount();
      panel = mountDevtools((loaded.mock as Mock).control);
      return story();
    },
  ],
};

export default preview;
