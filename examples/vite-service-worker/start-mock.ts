import { setupWorker } from "msw/browser";
import { createHandlers } from "store-orders-kit/msw";

/** From here on the page's own worker answers its requests. */
export async function startMock(): Promise<void> {
  // sessionStorage: a reload of the page keeps what was cancelled, a new tab starts again.
  const worker = setupWorker(...createHandlers({ baseUrl: "/v1", storage: sessionStorage }));
  // Vite's `base`, "/" by default: MSW itself looks for the file at the root.
  const url = `${import.meta.env.BASE_URL}mockServiceWorker.js`;
  await worker.start({ serviceWorker: { url }, onUnhandledFrame: "bypass" });
}
