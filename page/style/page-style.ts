/** The style of the page and of the panel, made once. */

import base from "./base.css";
import controls from "./controls.css";
import layout from "./layout.css";
import parts from "./parts.css";
import tables from "./tables.css";

export function pageStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([base, layout, controls, parts, tables].join("\n"));
  return sheet;
}
