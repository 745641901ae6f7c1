/** How the parts of the page look: its top, its findings, its tables. */

import { html } from "./html-text.ts";

export const summaryRules = html`
.summary h1 { color: var(--tone); margin: 0.25rem 0 0.5rem; }
.summary h1 .mark { width: auto; }
.lead { font-size: 1.125rem; max-width: 46rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin: 1.5rem 0 2rem; }
.facts dt { color: var(--soft); font-size: 0.8125rem; }
.counts { display: flex; flex-wrap: wrap; gap: 0.5rem 2.5rem; }
.counts li { color: var(--tone); font-size: 0.9375rem; }
.counts b { display: block; font-size: 1.75rem; line-height: 1.1; font-weight: 600; }
.counts .mark { width: auto; }
.bar { display: block; width: 100%; height: 0.5rem; margin-top: 1rem; border-radius: 2px; }
.bar rect { fill: var(--tone); }
nav { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
nav a { display: inline-block; padding: 0.25rem 0; }
`;

export const findingRules = html`
.count { color: var(--soft); font-weight: 400; }
.finding { margin-top: 1.25rem; padding: 0.25rem 0 0.25rem 1rem; border-left: 3px solid var(--tone); }
.finding > * + * { margin-top: 0.375rem; }
.difference, .exchange { display: grid; grid-template-columns: minmax(0, 6rem) minmax(0, 1fr); gap: 0.25rem 1rem; }
.difference { align-items: baseline; }
.difference dt, .exchange dt { color: var(--soft); font-size: 0.875rem; }
.difference dd { font-weight: 550; }
.exchange { margin: 0.5rem 0; padding-top: 0.75rem; align-items: baseline; }
.exchange + .exchange { border-top: 1px solid var(--line); }
.exchange dt .aside { display: block; font-size: 0.75rem; }
.command { user-select: all; }
summary { cursor: pointer; padding: 0.125rem 0; color: var(--link); font-size: 0.875rem; }
summary:hover { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.15em; }
`;

export const tableRules = html`
table { width: 100%; border-collapse: collapse; margin-top: 1rem; table-layout: fixed; }
caption { text-align: left; padding-bottom: 0.75rem; }
th, td { text-align: left; vertical-align: top; padding: 0.625rem 1rem 0.625rem 0; font-weight: 400; font-size: 0.9375rem; }
thead th { color: var(--soft); font-size: 0.8125rem; padding-block: 0.375rem; }
tbody tr { border-top: 1px solid var(--line); }
.matrix tbody tr:first-child { border-top-color: var(--soft); }
.matrix thead th:nth-child(1) { width: 8.5rem; }
.matrix thead th:nth-child(2) { width: 32%; }
.matrix thead th:nth-child(3) { width: 6rem; }
.answers thead th:nth-child(1) { width: 40%; }
.answers thead th:nth-child(2) { width: 8rem; }
.id { display: block; color: var(--soft); font-size: 0.75rem; }
.matrix .section { padding-left: 1rem; box-shadow: inset 3px 0 var(--tone); }
.matrix thead th:first-child { padding-left: 1rem; }
.section, .level { color: var(--soft); }
.result + .result, .results + .seen, .seen + .seen { margin-top: 0.375rem; }
.result { padding-left: 6.25rem; }
.result .outcome { display: inline-block; width: 6.25rem; margin-left: -6.25rem; }
.result summary { color: inherit; font-size: inherit; padding: 0; list-style: none; }
.result summary::-webkit-details-marker { display: none; }
.result .title::after { content: " ▸" / ""; color: var(--soft); }
.result [open] .title::after { content: " ▾" / ""; }
.result .exchange { margin-left: -6.25rem; }
td .exchange { grid-template-columns: minmax(0, 1fr); }
td .exchange dt .aside { display: inline; }
.answer { font-weight: 600; }
`;
