/** The frame of the HTML report: escaped markup, and styles for a screen, a phone and paper. */

import { printable } from "../../../base/printable.ts";
import { colourStyle } from "./palette.ts";
import { escapeMarkup } from "./text.ts";

/** Text that is HTML. Only this module can make it, so that a plain string cannot be used as such. */
class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Html };

type HtmlValue = Html | string | number | null | readonly HtmlValue[];

/** Makes a piece of a page. Texts are escaped, pieces and lists of pieces are inserted, null is left out. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(formatValue)));
}

/** Text for a `<pre>`: its line breaks stay, and other control characters are made visible. */
export function verbatim(text: string): Html {
  return new Html(
    text
      .split(/\r\n|\r|\n/)
      .map(escapeHtml)
      .join("\n"),
  );
}

function formatValue(value: HtmlValue): string {
  if (value === null) return "";
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(formatValue).join("");
  return escapeHtml(String(value));
}

function escapeHtml(text: string): string {
  // A lone surrogate has no bytes in UTF-8.
  return escapeMarkup(printable(text.toWellFormed()));
}

/** On paper the evidence of findings is unfolded. That of passed requirements would be some two hundred pages. */
export const pageStyle = html`<style>
:root { ${colourStyle} }
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 3rem) 5rem; max-width: 78rem;
  background: var(--surface); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; text-size-adjust: 100%;
}
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
h1 { font-size: 2.25rem; line-height: 1.2; font-weight: 650; color: var(--tone); margin: 0.25rem 0 0.5rem; }
h2 { font-size: 1.375rem; line-height: 1.3; font-weight: 650; margin: 3rem 0 0.5rem; }
h3 { font-size: 1rem; font-weight: 600; }
ul { list-style: none; }
[id] { scroll-margin-top: 1rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible, :target { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.8125rem; }
pre { padding: 0.5rem 0.75rem; border-radius: 4px; background: var(--background); white-space: pre-wrap; }
details pre { margin-top: 0.5rem; }
summary { cursor: pointer; padding: 0.125rem 0; color: var(--accent); font-size: 0.875rem; }
.command { user-select: all; }
.aside { color: var(--muted); font-size: 0.875rem; }
.mark { display: inline-block; width: 1.3em; font-weight: 700; color: var(--tone); }
.passed, .conformant { --tone: var(--passed); } .failed, .nonconformant { --tone: var(--failed); }
.warned, .partial { --tone: var(--warned); } .errored { --tone: var(--errored); }
.untested, .nil { --tone: var(--muted); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: pre; }

.lead { font-size: 1.125rem; max-width: 46rem; }
.lead strong { color: var(--tone); }
.counts, nav ul { display: flex; flex-wrap: wrap; gap: 0.5rem 2.5rem; margin: 1.5rem 0; }
.counts li { color: var(--tone); font-size: 0.9375rem; }
.counts b { display: block; font-size: 1.75rem; line-height: 1.1; font-weight: 600; }
nav { border-top: 1px solid var(--line); }
nav ul { gap: 0.25rem 1.5rem; }

.finding { margin-top: 1.25rem; padding: 0.25rem 0 0.25rem 1rem; border-left: 3px solid var(--tone); }
:is(.finding, section) > * + :not(.finding) { margin-top: 0.375rem; }
.difference { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: 0.25rem 1rem; align-items: baseline; }
.difference dt { color: var(--muted); font-size: 0.875rem; }
.id { color: var(--muted); font-size: 0.75rem; }

table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 1rem 0.375rem 0; font-weight: 400; font-size: 0.9375rem; }
thead th { color: var(--muted); font-size: 0.8125rem; }
tbody tr { border-top: 1px solid var(--line); }

@media screen and (max-width: 48rem) {
  h1 { font-size: 1.75rem; }
  .counts { display: grid; grid-template-columns: repeat(3, 1fr); }
  table, tbody, tr, th, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); }
  tbody tr { padding: 0.5rem 0; }
  th, td { padding: 0.125rem 0; }
}
@page { margin: 16mm 14mm; }
@media print {
  :root { color-scheme: light; }
  html { font-size: 9.5pt; }
  body { padding: 0; max-width: none; }
  nav { display: none; }
  h2, h3, summary, dt, .finding > :not(:last-child) { break-after: avoid; }
  .finding > p, .difference, pre, tr, .counts { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
  pre { border: 1px solid var(--line); background: none; }
  .finding details::details-content { content-visibility: visible; display: block; block-size: auto; }
  td > details:not([open]) { display: none; }
}
</style>`;
