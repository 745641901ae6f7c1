/** The mistakes behind what failed, before the failures themselves. */

import type { Report, ReportedCause } from "../report.ts";
import { causeCounts, differsTexts, resultsOf } from "./cause-lines.ts";
import { exchangeHtml } from "./html-exchange.ts";
import { anchorOf } from "./html-findings.ts";
import { type Html, html, prose } from "./html-text.ts";
import { timelineHtml } from "./html-timeline.ts";

export function causesHtml(report: Report): Html | null {
  const { causes } = report;
  if (causes.length === 0) return null;
  return html`<section aria-labelledby="causes">
<h2 id="causes">Causes <span class="count">${causes.length}</span></h2>
<p class="aside">Failures that one mistake explains stand together. A likely mistake predicts the answer of every call that it speaks of.</p>
${causes.map((cause) => causeHtml(cause, report))}</section>
`;
}

function causeHtml(cause: ReportedCause, report: Report): Html {
  const { id, title, likely, example, timeline } = cause;
  return html`<article class="finding failed" id="cause-${anchorOf(id)}">
<h3>${title}</h3>
<p class="about">${causeCounts(cause)}</p>
<dl class="difference">
${likely.map(({ text, answers }) => html`<dt>Likely</dt><dd><code>${text}</code> (${answers} of ${answers} answers)</dd>\n`)}${differsTexts(cause).map(([word, inputs]) => html`<dt>${word}</dt><dd><code>${inputs}</code></dd>\n`)}</dl>
<ul>
${resultsOf(cause, report).map((result) => html`<li><a href="#${anchorOf(result.id)}">${prose(result.title)}</a></li>\n`)}</ul>
${timeline ? timelineHtml(timeline) : null}${example ? html`<details><summary>A call that shows it</summary>\n${exchangeHtml(example)}</details>\n` : null}</article>
`;
}
