/** A page with the mock in its service worker, as in an application, and functions for tests in it. */

import { setupWorker } from "msw/browser";
import { controlPaths } from "../../../spec/control-protocol.ts";
import { createHandlers } from "../../adapters/msw.ts";
import { createMock } from "../../mock.ts";
import type { AdapterAnswer, AdapterRequest } from "../../testing/adapter-requests.ts";

/** The functions for tests, as `window.page`. */
export interface Page {
  /** Sends a request through the worker. A lost answer has the status 0. */
  send(
    request: AdapterRequest & { readonly body?: string; readonly patienceMs?: number },
  ): Promise<AdapterAnswer>;
  /** Follows the control plane's events until there is one of the name, while something happens. */
  awaitEvent(name: string, meanwhile: AdapterRequest): Promise<string>;
  resetHandlers(): void;
}

const mock = createMock({ fixtures: "magic" });
const isKept = new URL(location.href).searchParams.has("storage");
const worker = setupWorker(
  ...createHandlers({ mock, baseUrl: "/v1", ...(isKept && { storage: localStorage }) }),
);

const send: Page["send"] = async ({ method, target, headers = {}, body, patienceMs }) => {
  const init: RequestInit = { method, headers, cache: "no-store" };
  if (body !== undefined) init.body = body;
  if (patienceMs !== undefined) init.signal = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(target, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""),
    };
  } catch (error) {
    return { status: 0, headers: {}, body: (error as Error).name };
  }
};

function awaitEvent(name: string, meanwhile: AdapterRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const events = new EventSource(controlPaths.events);
    events.onopen = () => void send(meanwhile);
    events.onerror = () => reject(new Error("the events ended"));
    events.addEventListener(name, ({ data }) => {
      events.close();
      resolve(data);
    });
  });
}

declare global {
  interface Window {
    page: Page;
  }
}
await worker.start({ onUnhandledFrame: "bypass", quiet: true });
window.page = {
  send,
  awaitEvent,
  resetHandlers: () => worker.resetHandlers(),
};
