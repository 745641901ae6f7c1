import { setupWorker } from "msw/browser";
import { createHandlers } from "store-orders-kit/msw";

/** From here on the page's own worker answers its requests. */
export async function startMock(): Promise<void> {
  // sessionStorage: a reload of the page keeps what was cancelled, a new tab starts anew.
  const worker = setupWorker(...createHandlers({ baseUrl: "/v1", storage: sessionStorage }));
  await worker.start({ onUnhandledFrame: "bypass" });
}
