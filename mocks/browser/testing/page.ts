/** An application with the mock in its service worker. With `?storage` its orders are kept in localStorage. */

import { type SetupWorker, setupWorker } from "msw/browser";
import { createHandlers } from "../../adapters/msw.ts";
import { createMock } from "../../mock.ts";

declare global {
  interface Window {
    /** Set when the worker answers. */
    worker: SetupWorker;
  }
}

const isKept = new URL(location.href).searchParams.has("storage");
const mock = createMock({ fixtures: "magic" });
const worker = setupWorker(
  ...createHandlers({ mock, baseUrl: "/v1", ...(isKept && { storage: localStorage }) }),
);
await worker.start({ onUnhandledFrame: "bypass", quiet: true });
window.worker = worker;
