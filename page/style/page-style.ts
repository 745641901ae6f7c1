/** The styles of the page and of the panel, for one document. */

import base from "./base.css";
import controls from "./controls.css";
import layout from "./layout.css";
import parts from "./parts.css";
import tables from "./tables.css";

/** @param view the window of the document */
export function pageStyle(view: typeof globalThis = globalThis): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync([base, layout, controls, parts, tables].join("\n"));
  return sheet;
}
