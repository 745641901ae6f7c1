/** Every clause of the document and what became of it, and how the server answers where the document is silent. */
import type { Clause } from "../../../spec/clause.ts";
import { type ClauseId, clauseIds, clauses, formatClause } from "../../../spec/clauses.ts";
import { openQuestions, type QuestionId } from "../../../spec/open-questions.ts";
import type { ObservedAnswer, Report, Result } from "../report.ts";
import { evidenceHtml, formatEvidenceCount } from "./html-exchange.ts";
import { clauseAnchor, resultItem } from "./html-findings.ts";
import { type Html, html, prose } from "./html-text.ts";
import { outcomesByWeight } from "./result-words.ts";

export function matrixHtml({ results, observations }: Report): Html {
  const byClause = Map.groupBy(results, ({ clause }) => clause as ClauseId);
  const observedBy = Map.groupBy(observations, ({ question }) => openQuestions[question].clause as ClauseId);
  const chapters = Map.groupBy(clauseIds, (id) => chapterOf(id));
  const row = (id: ClauseId) => clauseRow(id, byClause.get(id) ?? [], observedBy.get(id) ?? []);
  return html`<section aria-labelledby="clauses">
<h2 id="clauses">Every clause</h2>
<table class="matrix">
<caption>${clauseIds.length} clauses: what the document says, and what this run found about each.</caption>
<thead><tr><th scope="col">Section</th><th scope="col">Clause</th><th scope="col">Level</th><th scope="col">Found</th></tr></thead>
${Array.from(chapters.values(), (ids) => html`<tbody>\n${ids.map(row)}</tbody>\n`)}</table>
</section>
`;
}

/** The part of the document a clause is in, its rules taken together. */
function chapterOf(id: ClauseId): string {
  return /^\w+/.exec(clauses[id].section)![0];
}

function clauseRow(id: ClauseId, results: readonly Result[], answers: readonly ObservedAnswer[]): Html {
  const clause: Clause = clauses[id];
  const worst = outcomesByWeight.find((outcome) => results.some((result) => result.outcome === outcome));
  return html`<tr class="${worst ?? "open"}" id="${clauseAnchor(id)}">
<td class="section">${sectionHtml(id)}</td>
<th scope="row">${prose(clause.text)} <code class="id">${id}</code></th>
<td class="level">${clause.level}</td>
<td>${foundHtml(clause, results, answers)}</td>
</tr>
`;
}

function sectionHtml(id: ClauseId): Html {
  return html`<span class="prefix unseen">${formatClause(id).startsWith("RFC") ? "" : "Section "}</span>${clauses[id].section}`;
}

function foundHtml(clause: Clause, results: readonly Result[], answers: readonly ObservedAnswer[]): Html {
  if (clause.level === "excluded") return html`<p class="aside">${prose(clause.reason)}</p>`;
  const isSilent = results.length + answers.length === 0;
  return html`${isSilent ? html`<p class="aside">Nothing in this run is about it.</p>` : null}${
    results.length > 0 ? html`<ul class="results">\n${results.map(resultItem)}</ul>` : null
  }${answers.map(
    (seen) =>
      html`<p class="seen"><a href="#${observationAnchor(seen.question)}">${prose(openQuestions[seen.question].question)}</a> ${answerHtml(seen)}</p>`,
  )}`;
}

export function observationsHtml(observations: readonly ObservedAnswer[]): Html | null {
  if (observations.length === 0) return null;
  return html`<section aria-labelledby="observations">
<h2 id="observations">Where the document is silent</h2>
<table class="answers">
<caption>How this server answers what the document leaves open. No answer is wrong.</caption>
<thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">What a client sees</th></tr></thead>
<tbody>
${observations.map(observationRow)}</tbody>
</table>
</section>
`;
}

export function answerHtml({ answer }: ObservedAnswer): Html {
  return answer === null
    ? html`<span class="aside">not seen</span>`
    : html`<strong class="answer">${answer}</strong>`;
}

export function observationAnchor(question: QuestionId): string {
  return `question-${question}`;
}

function observationRow(seen: ObservedAnswer): Html {
  const { question, evidence } = seen;
  return html`<tr id="${observationAnchor(question)}">
<th scope="row">${prose(openQuestions[question].question)} <code class="id">${question}</code></th>
<td>${answerHtml(seen)}</td>
<td>${meaningOf(seen)}${
    evidence.exchanges.length === 0
      ? null
      : html`<details><summary>${formatEvidenceCount(evidence)}</summary>
${evidenceHtml(evidence)}</details>`
  }</td>
</tr>
`;
}

function meaningOf({ question, answer, reason }: ObservedAnswer): Html {
  const meanings: Readonly<Record<string, string>> = openQuestions[question].answers;
  if (answer === null) return html`<p class="aside">${reason ?? "No reason was given."}</p>`;
  return html`<p>${prose(meanings[answer] ?? "an answer this kit does not know")}</p>`;
}
