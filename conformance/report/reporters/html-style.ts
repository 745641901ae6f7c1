/** How the page looks: on a wide screen, on a phone, in the dark and on paper. */

import { phoneRules, printRules } from "./html-media-style.ts";
import { dark, light, type Palette } from "./html-palette.ts";
import { findingRules, summaryRules, tableRules } from "./html-part-style.ts";
import { type Html, html } from "./html-text.ts";

export const htmlStyle = html`<style>
:root { color-scheme: light dark; ${colours(light)} }
@media screen and (prefers-color-scheme: dark) { :root { ${colours(dark)} } }
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 3rem) 5rem; max-width: 78rem;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
h1 { font-size: 2.25rem; line-height: 1.2; letter-spacing: -0.02em; font-weight: 650; }
h2 { font-size: 1.375rem; line-height: 1.3; font-weight: 650; margin: 3.5rem 0 0.5rem; }
h3 { font-size: 1rem; font-weight: 600; }
ul { list-style: none; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
:target { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.8125rem; }
pre {
  padding: 0.5rem 0.75rem; border-radius: 4px; background: var(--raised);
  white-space: pre-wrap; line-height: 1.5; tab-size: 2;
}
.aside, .about, caption { color: var(--soft); font-size: 0.875rem; }
.mark { display: inline-block; width: 1.1em; text-align: center; font-weight: 700; }
.passed { --tone: var(--passed); } .conformant { --tone: var(--passed); }
.failed { --tone: var(--failed); } .nonconformant { --tone: var(--failed); }
.warned { --tone: var(--warned); } .partial { --tone: var(--warned); }
.nil { --tone: var(--soft); }
.untested { --tone: var(--untested); } .errored { --tone: var(--errored); } .open { --tone: transparent; }
.outcome { color: var(--tone); font-weight: 600; font-size: 0.875rem; white-space: nowrap; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: pre; }
${summaryRules}${findingRules}${tableRules}${phoneRules}${printRules}</style>`;

function colours(palette: Palette): Html {
  return html`${Object.entries(palette).map(([name, colour]) => `--${name}: ${colour}; `)}`;
}
