import { setupWorker } from "msw/browser";
import { createHandlers } from "store-orders-kit/msw";
import { showOrders } from "../frontend/src/show-orders.ts";
import * as stories from "./stories.ts";

const worker = setupWorker();
await worker.start({ onUnhandledFrame: "bypass" });

const place = document.querySelector<HTMLElement>("#story")!;

/** The story that the address names, with its own handlers and orders. */
function play(): void {
  const name = location.hash.slice(1);
  const { mock, key = "mock-key" } =
    Object.entries(stories).find(([known]) => known === name)?.[1] ?? stories.WithOrders;
  worker.resetHandlers(...createHandlers({ ...mock, baseUrl: "/v1" }));
  sessionStorage.clear();
  showOrders(place, "/v1", key);
}

for (const name of Object.keys(stories)) {
  const link = Object.assign(document.createElement("a"), { href: `#${name}`, textContent: name });
  document.querySelector("nav")!.append(link);
}
addEventListener("hashchange", play);
play();
