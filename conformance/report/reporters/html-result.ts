/** One result on the page: in full where something is to be done about it, else in a line. */

import { clauses, formatClause } from "../../../spec/clauses.ts";
import type { Outcome, Result } from "../report.ts";
import { evidenceHtml, formatEvidenceCount } from "./html-exchange.ts";
import { type Html, html, prose } from "./html-text.ts";
import { outcomeMarks, outcomeWords } from "./outcome-words.ts";
import { knownMessage } from "./result-message.ts";

/** Whether a result is set out among the findings; the matrix then only points there. */
function isFinding({ outcome }: Result): boolean {
  return outcome === "failed" || outcome === "errored" || outcome === "warned";
}

/** What went wrong, in full: the clause, the difference, the exchange that decided first. */
export function findingHtml(result: Result): Html {
  const { id, title, clause, outcome } = result;
  const known = knownMessage(result);
  return html`<article class="finding ${outcome}" id="${anchorOf(id)}">
<h3>${outcomeHtml(outcome, "unseen")}${prose(title)}</h3>
<p class="about"><code>${id}</code></p>
<p><a href="#${clauseAnchor(clause)}">${capitalize(formatClause(clause))}</a>: ${prose(clauses[clause].text)}</p>
${known === undefined ? null : html`<p><strong>${known}</strong></p>`}
${differenceHtml(result)}
${foldedEvidence(result)}
</article>
`;
}

/** A result in its clause's row of the matrix. */
export function resultItem(result: Result): Html {
  const { id, title, outcome, reason, evidence } = result;
  if (isFinding(result))
    return html`<li class="result ${outcome}">${outcomeHtml(outcome)}<a href="#${anchorOf(id)}">${prose(title)}</a></li>
`;
  const about = html`<p class="about"><code>${id}</code>${reason === null ? null : html` ${reason}`}</p>`;
  const heading = html`${outcomeHtml(outcome)}<span class="title">${prose(title)}</span>`;
  if (evidence.exchanges.length === 0)
    return html`<li class="result ${outcome}" id="${anchorOf(id)}">${heading}${about}</li>
`;
  return html`<li class="result ${outcome}" id="${anchorOf(id)}"><details><summary>${heading}</summary>
${about}
<p class="aside">${formatEvidenceCount(evidence)}</p>
${evidenceHtml(evidence)}</details></li>
`;
}

/** @param word unseen where a heading says it already: then only for those who do not see the mark */
function outcomeHtml(outcome: Outcome, word: "seen" | "unseen" = "seen"): Html {
  const mark = html`<span class="mark" aria-hidden="true">${outcomeMarks[outcome]}</span>`;
  return word === "seen"
    ? html`<span class="outcome">${mark} ${outcomeWords[outcome]} </span>`
    : html`<span class="outcome">${mark}<span class="unseen"> ${outcomeWords[outcome]}:</span> </span>`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A requirement's id as a place on the page, so that a link to one finding can be sent. */
export function anchorOf(id: string): string {
  return id.replace(/[^\w./-]/g, "-");
}

export function clauseAnchor(clause: string): string {
  return `clause-${clause}`;
}

function differenceHtml({ expected, received, reason }: Result): Html {
  if (expected === null && received === null) return html`<p>${reason ?? "No reason was given."}</p>`;
  return html`<dl class="difference">
<dt>Expected</dt><dd>${expected ?? "nothing"}</dd>
<dt>Received</dt><dd>${received ?? "nothing"}</dd>
</dl>`;
}

function foldedEvidence({ evidence }: Result): Html | null {
  if (evidence.exchanges.length === 0) return null;
  const what = evidence.count > 1 ? ", the one that decided first" : "";
  return html`<details><summary>${formatEvidenceCount(evidence)}${what}</summary>
${evidenceHtml(evidence)}</details>`;
}
