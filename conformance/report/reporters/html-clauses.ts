/** Every clause of the document and what became of it, and how the server answers where the document is silent. */

import type { Clause } from "../../../spec/clause.ts";
import { type ClauseId, clauseIds, clauses, formatClause } from "../../../spec/clauses.ts";
import { openQuestions } from "../../../spec/open-questions.ts";
import { evidenceHtml } from "./html-evidence.ts";
import { type Html, html, prose } from "./html-page.ts";
import {
  outcomeMarks,
  outcomesByWeight,
  type ShownAnswer,
  type ShownReport,
  type ShownResult,
} from "./shown-report.ts";

export const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
export const markHtml = (outcome: keyof typeof outcomeMarks) =>
  html`<span class="mark" aria-hidden="true">${outcomeMarks[outcome]}</span><span class="unseen"> ${capitalize(outcome)}: </span>`;

/** A requirement's id as a place on the page, so that a link to one finding can be sent. */
export const anchorOf = (id: string) => id.replace(/[^\w./-]/g, "-");

export const resultLink = ({ id, title, outcome }: ShownResult) =>
  html`<li class="${outcome}">${markHtml(outcome)}<a href="#${anchorOf(id)}">${prose(title)}</a></li>\n`;

export function matrixHtml({ results, answers }: ShownReport): Html {
  const byClause = Map.groupBy(results, ({ clause }) => clause as ClauseId);
  const answersOf = (id: ClauseId) => answers.filter(({ question }) => openQuestions[question].clause === id);
  const chapters = Map.groupBy(clauseIds, (id) => /^\w+/.exec(clauses[id].section)![0]);
  const row = (id: ClauseId) => clauseRow(id, byClause.get(id) ?? [], answersOf(id));
  return html`<table class="matrix">
<thead><tr><th scope="col">Section</th><th scope="col">Clause</th><th scope="col">Level</th><th scope="col">Found</th></tr></thead>
${Array.from(chapters.values(), (ids) => html`<tbody>\n${ids.map(row)}</tbody>\n`)}</table>
`;
}

function clauseRow(id: ClauseId, results: readonly ShownResult[], answers: readonly ShownAnswer[]): Html {
  const clause: Clause = clauses[id];
  const worst = outcomesByWeight.find((outcome) => results.some((result) => result.outcome === outcome));
  const nothing =
    clause.level === "excluded"
      ? prose(clause.reason)
      : results.length + answers.length === 0
        ? "Nothing in this run is about it."
        : null;
  return html`<tr class="${worst ?? "open"}" id="clause-${id}">
<td class="section">${formatClause(id)}</td>
<th scope="row">${prose(clause.text)} <code class="id">${id}</code></th>
<td class="level">${clause.level}</td>
<td>${nothing === null ? null : html`<p class="aside">${nothing}</p>`}${
    results.length > 0 ? html`<ul>\n${results.map(resultLink)}</ul>` : null
  }${answers.map(
    ({ question, text, answer }) =>
      html`<p><a href="#question-${question}">${prose(text)}</a> ${answerHtml(answer)}</p>`,
  )}</td>
</tr>
`;
}

const answerHtml = (answer: string | null) =>
  answer === null
    ? html`<span class="aside">not seen</span>`
    : html`<strong class="answer">${answer}</strong>`;

export function answersHtml(answers: readonly ShownAnswer[]): Html {
  const rows = answers.map(
    ({ question, text, answer, meaning, evidence }) => html`<tr id="question-${question}">
<th scope="row">${prose(text)} <code class="id">${question}</code></th>
<td>${answerHtml(answer)}</td>
<td><p>${answer === null ? meaning : prose(meaning)}</p>${evidenceHtml(evidence)}</td>
</tr>
`,
  );
  return html`<table class="answers">
<thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">What a client sees</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}
