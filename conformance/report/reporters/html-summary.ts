/** The top of the page: the verdict, the numbers, and where they come from. */

import type { Outcome, Report } from "../report.ts";
import { type Html, html } from "./html-text.ts";
import {
  outcomeMarks,
  outcomesByWeight,
  outcomeWords,
  verdictMarks,
  verdictSentences,
} from "./result-words.ts";
import { formatDuration, summarizeCounts } from "./summary-line.ts";

export function summaryHtml(report: Report): Html {
  const { verdict, target, startedAt, durationMs, requests, kit, counts } = report;
  return html`<header class="summary ${verdict}">
<p class="aside">Store Orders Service, conformance report</p>
<h1><span class="mark" aria-hidden="true">${verdictMarks[verdict]}</span> ${formatVerdict(report)}</h1>
<p class="lead">${verdictSentences[verdict]} ${summarizeCounts(report)}.</p>
<dl class="facts">
<div><dt>Server</dt><dd><code>${target.baseUrl}</code></dd></div>
<div><dt>Started</dt><dd><time datetime="${startedAt}">${startedAt.slice(0, 19).replace("T", " ")} UTC</time></dd></div>
<div><dt>Took</dt><dd>${formatDuration(durationMs)}, ${requests} requests</dd></div>
<div><dt>Judge</dt><dd>${kit.name} ${kit.version}</dd></div>
</dl>
<ul class="counts">
${outcomesByWeight.map((outcome) => countHtml(outcome, counts[outcome]))}</ul>
${barHtml(counts)}
${notesHtml(report.warnings ?? [])}</header>
${navigationHtml(report)}`;
}

export function formatVerdict({ verdict }: Report): string {
  return verdict.slice(0, 1).toUpperCase() + verdict.slice(1);
}

function countHtml(outcome: Outcome, count: number): Html {
  return html`<li class="${count === 0 ? "nil" : outcome}"><b>${count}</b> <span class="mark" aria-hidden="true">${outcomeMarks[outcome]}</span> ${outcomeWords[outcome].toLowerCase()}</li>
`;
}

/** The shares of the outcomes; the numbers above it say the same. */
function barHtml(counts: Report["counts"]): Html | null {
  const shares = outcomesByWeight.filter((outcome) => counts[outcome] > 0);
  const total = shares.reduce((sum, outcome) => sum + counts[outcome], 0);
  if (total === 0) return null;
  const startOf = (place: number) =>
    shares.slice(0, place).reduce((sum, outcome) => sum + counts[outcome], 0);
  return html`<svg class="bar" viewBox="0 0 ${total} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${shares.map(
    (outcome, place) =>
      html`<rect class="${outcome}" x="${startOf(place)}" y="0" width="${counts[outcome]}" height="1"></rect>`,
  )}</svg>`;
}

/** Where a green result may mislead; the terminal has it under the same name. */
function notesHtml(warnings: readonly string[]): Html | null {
  if (warnings.length === 0) return null;
  return html`<section class="notes" aria-labelledby="notes">
<h2 id="notes">Notes</h2>
<ul>
${warnings.map((warning) => html`<li>${warning}</li>\n`)}</ul>
</section>
`;
}

function navigationHtml({ causes, counts, observations }: Report): Html {
  const places = [
    ...(causes.length > 0 ? [["causes", "Causes"] as const] : []),
    ...(["failed", "errored", "warned", "untested"] as const)
      .filter((outcome) => counts[outcome] > 0)
      .map((outcome) => [outcome, outcomeWords[outcome]] as const),
    ["clauses", "Every clause"] as const,
    ...(observations.length > 0 ? [["observations", "Where the document is silent"] as const] : []),
  ];
  return html`<nav aria-label="On this page"><ul>${places.map(([place, name]) => html`<li><a href="#${place}">${name}</a></li>`)}</ul></nav>
`;
}
