/** What a reader has to do something about, worst first; then what could not be tested, and why. */
import { clauses, formatClause } from "../../../spec/clauses.ts";
import type { Outcome, Report, Result } from "../report.ts";
import { evidenceHtml, formatEvidenceCount } from "./html-exchange.ts";
import { type Html, html, prose } from "./html-text.ts";
import { knownMessage, outcomeMarks, outcomeWords } from "./result-words.ts";

const titles = {
  failed: "Failed",
  errored: "Errors of the kit",
  warned: "Warnings",
} as const;

const notes = {
  failed: "The document promises it and the server does not keep it.",
  errored: "A fault of the kit. It says nothing about the server.",
  warned: "An RFC asks for it, the document does not. A warning fails no run unless it is told to.",
} as const satisfies Record<keyof typeof titles, string>;

export function findingsHtml({ results }: Report): Html {
  const having = (outcome: Outcome) => results.filter((result) => result.outcome === outcome);
  return html`${(["failed", "errored", "warned"] as const).map((outcome) => findingSection(outcome, having(outcome)))}${untestedSection(having("untested"))}`;
}

function findingSection(outcome: keyof typeof titles, results: readonly Result[]): Html | null {
  if (results.length === 0) return null;
  return html`<section aria-labelledby="${outcome}">
<h2 id="${outcome}">${titles[outcome]} <span class="count">${results.length}</span></h2>
<p class="aside">${notes[outcome]}</p>
${results.map(findingHtml)}</section>
`;
}

function untestedSection(results: readonly Result[]): Html | null {
  if (results.length === 0) return null;
  const byReason = Map.groupBy(results, ({ reason }) => reason ?? "No reason was given.");
  return html`<section aria-labelledby="untested">
<h2 id="untested">Untested <span class="count">${results.length}</span></h2>
<p class="aside">No verdict: something was missing.</p>
${Array.from(byReason, untestedHtml)}</section>
`;
}

/** Under each reason the requirements it kept from being tested. */
function untestedHtml([reason, results]: readonly [string, readonly Result[]]): Html {
  return html`<div class="finding untested">
<p>${reason}</p>
<ul>
${results.map(({ id, title }) => html`<li><a href="#${anchorOf(id)}">${prose(title)}</a></li>\n`)}</ul>
</div>
`;
}

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
