/** What is different on a phone and on paper. */

import { html } from "./html-text.ts";

export const phoneRules = html`
@media screen and (max-width: 48rem) {
  body { padding-top: 1.5rem; }
  h1 { font-size: 1.75rem; }
  .facts { gap: 0.75rem 1.75rem; }
  .counts { display: grid; grid-template-columns: repeat(3, auto); justify-content: start; gap: 1rem 2rem; }
  .difference { grid-template-columns: 4.5rem minmax(0, 1fr); }
  .exchange { grid-template-columns: minmax(0, 1fr); }
  .exchange dt .aside { display: inline; }
  table, caption, tbody, tr, th, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); }
  tbody tr { padding: 0.75rem 0; }
  th, td { padding: 0.125rem 0; }
  .matrix tbody tr { display: flex; flex-wrap: wrap; padding-left: 1rem; box-shadow: inset 3px 0 var(--tone); }
  .matrix .section { padding-left: 0; box-shadow: none; }
  .matrix tbody :is(th, td:last-child) { flex: 0 0 100%; }
  .matrix :is(.section, .level) { order: -1; font-size: 0.8125rem; padding-right: 0.75rem; }
  .result { padding-left: 1.6em; }
  .result .outcome { width: auto; margin-left: -1.6em; padding-right: 0.4em; }
  .result .exchange { margin-left: 0; }
  .prefix { position: static; clip-path: none; }
}
`;

/**
 * On paper the evidence of a finding is laid open. That of everything that passed
 * would be some two hundred pages, in a column too narrow to read: it stays folded,
 * unless the reader unfolds it before printing.
 */
export const printRules = html`
@page { margin: 16mm 14mm; }
@media print {
  html { font-size: 9.5pt; }
  body { padding: 0; max-width: none; background: none; }
  nav { display: none; }
  h2 { margin-top: 2rem; }
  h2, h3, summary, dt, .finding > :not(:last-child) { break-after: avoid; }
  .finding > p, .difference, .exchange > dd, tr, .counts { break-inside: avoid; }
  thead { display: table-header-group; }
  a { color: inherit; text-decoration: none; }
  pre { border: 1px solid var(--line); background: none; }
  .bar, .matrix .section { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .finding details::details-content { content-visibility: visible; display: block; block-size: auto; }
  .finding summary { list-style: none; color: var(--soft); }
  td > details:not([open]) { display: none; }
  .result .title::after { content: none; }
}
`;
