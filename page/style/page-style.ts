/** The styles of the page and of the panel, for one document. */

import { colourStyle } from "../../conformance/report/reporters/palette.ts";
import base from "./base.css";
import controls from "./controls.css";
import layout from "./layout.css";
import parts from "./parts.css";
import tables from "./tables.css";

/** @param view the window of the document */
export function pageStyle(view: typeof globalThis = globalThis): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  const colours = `:root, :host { ${colourStyle} }`;
  sheet.replaceSync([colours, base, controls, layout, parts, tables].join("\n"));
  return sheet;
}
