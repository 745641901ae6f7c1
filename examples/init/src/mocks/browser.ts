import { setupWorker } from "msw/browser";
import { createHandlers } from "store-orders-kit/msw";

/** In development: if (import.meta.env.DEV) await worker.start({ onUnhandledFrame: "bypass" }); */
export const worker = setupWorker(...createHandlers({ fixtures: "magic", storage: sessionStorage }));
