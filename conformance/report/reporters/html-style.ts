/** How the page looks: its colours by day and by night, its parts, and what is different on a phone and on paper. */
import { type Html, html } from "./html-text.ts";

/**
 * Grounds and lines, texts, and a tone for each outcome. Every text has a contrast of
 * 4.5 or more with every ground (WCAG 2.2, 1.4.3): a test measures it.
 */
export interface Palette {
  readonly ground: string;
  readonly raised: string;
  readonly line: string;
  readonly ink: string;
  readonly soft: string;
  readonly link: string;
  readonly passed: string;
  readonly failed: string;
  readonly warned: string;
  readonly untested: string;
  readonly errored: string;
}

export const light: Palette = {
  ground: "#ffffff",
  raised: "#f6f7f8",
  line: "#dcdfe3",
  ink: "#1b1f24",
  soft: "#57606a",
  link: "#1f5fa8",
  passed: "#1d6b3f",
  failed: "#b0261d",
  warned: "#855600",
  untested: "#57606a",
  errored: "#7a3d99",
};

export const dark: Palette = {
  ground: "#14171a",
  raised: "#1d2125",
  line: "#343a41",
  ink: "#e3e6e9",
  soft: "#a2aab3",
  link: "#8db8f2",
  passed: "#72c492",
  failed: "#ff9187",
  warned: "#e3b457",
  untested: "#a2aab3",
  errored: "#d0a3ea",
};

function colours(palette: Palette): Html {
  return html`${Object.entries(palette).map(([name, colour]) => `--${name}: ${colour}; `)}`;
}

const timelineRules = html`
.timeline { margin: 1rem 0; overflow-x: auto; }
.timeline svg { min-width: 40rem; width: 100%; }
.timeline text { fill: var(--ink); }
.timeline rect { fill: var(--untested); }
.timeline .failed rect { fill: var(--failed); }
.timeline .failed text { fill: var(--failed); }
.timeline .change { stroke: var(--failed); stroke-dasharray: 4 3; }
`;

const summaryRules = html`
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
.notes { margin-top: 1.5rem; border-left: 3px solid var(--warned); padding-left: 1rem; }
.notes h2 { font-size: 1.125rem; }
nav { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
nav a { display: inline-block; padding: 0.25rem 0; }
`;

const findingRules = html`
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

const tableRules = html`
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

const phoneRules = html`
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
const printRules = html`
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
${summaryRules}${timelineRules}${findingRules}${tableRules}${phoneRules}${printRules}</style>`;
