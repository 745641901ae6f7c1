/** The panel in a window of its own: drawn by the application's page, so that it works with the same mock. */

import type { Signal } from "@preact/signals";
import { render } from "preact";
import { App } from "../app.tsx";
import type { Model } from "../model/model.ts";
import type { SectionName } from "../sections.ts";
import { applyTheme } from "../shell/theme.ts";
import { pageStyle } from "../style/page-style.ts";

/**
 * @param onClose the window is closed
 * @returns whether the browser opened it
 */
export function openOwnWindow(model: Model, section: Signal<SectionName>, onClose: () => void): boolean {
  const own = window.open("", "store-orders-devtools", "width=1200,height=800");
  if (!own) return false;
  own.focus();
  const { document: page } = own;
  // It is open already.
  if (page.querySelector("#store-orders")) return true;
  page.title = "Store Orders mock";
  page.documentElement.lang = "en";
  page.adoptedStyleSheets = [pageStyle(own as unknown as typeof globalThis)];
  const root = page.createElement("div");
  root.id = "store-orders";
  page.body.append(root);
  const stopTheme = applyTheme(page.documentElement);
  render(<App model={model} section={section} />, root);
  const closeOwn = () => own.close();
  // It cannot live without the page that draws it.
  addEventListener("pagehide", closeOwn);
  own.addEventListener("pagehide", () => {
    removeEventListener("pagehide", closeOwn);
    stopTheme();
    render(null, root);
    onClose();
  });
  return true;
}
