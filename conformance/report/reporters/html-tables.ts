/** The tables of the HTML report: each clause, and each operation and status. */

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

/** The anchor of a requirement, so that a link to one finding can be sent. */
export const anchorOf = (id: string) => id.replace(/[^\w./-]/g, "-");

export const resultLink = ({ id, title, outcome }: ShownResult) =>
  html`<li class="${outcome}">${markHtml(outcome)}<a href="#${anchorOf(id)}">${prose(title)}</a></li>\n`;

export function statusesHtml({ statuses }: ShownReport): Html {
  const rows = statuses.map(
    (row) => html`<tr class="${row.isDocumented ? "open" : "warned"}">
<th scope="row">${row.operation} <code class="id">${row.request}</code></th><td>${row.status}</td><td>${row.count}</td><td>${row.note}</td>
</tr>
`,
  );
  return tableHtml(["Operation", "Status", "Seen", "Note"], [rows]);
}

export function matrixHtml({ results, answers }: ShownReport): Html {
  const byClause = Map.groupBy(results, ({ clause }) => clause as ClauseId);
  const answersOf = (id: ClauseId) => answers.filter(({ question }) => openQuestions[question].clause === id);
  const chapters = Map.groupBy(clauseIds, (id) => /^\w+/.exec(clauses[id].section)![0]);
  const row = (id: ClauseId) => clauseRow(id, byClause.get(id) ?? [], answersOf(id));
  return tableHtml(
    ["Section", "Clause", "Level", "Found"],
    Array.from(chapters.values(), (ids) => ids.map(row)),
  );
}

/** @param bodies groups of rows */
const tableHtml = (titles: readonly string[], bodies: readonly (readonly Html[])[]): Html => html`<table>
<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
${bodies.map((rows) => html`<tbody>\n${rows}</tbody>\n`)}</table>
`;

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
  }${answers.map(answerHtml)}</td>
</tr>
`;
}

/** A question that the document leaves open, and the observed answer of this server. */
function answerHtml({ question, text, answer, meaning, evidence }: ShownAnswer): Html {
  const shown =
    answer === null
      ? html`<span class="aside">not seen: ${meaning}</span>`
      : html`<strong class="answer">${answer}</strong> (${prose(meaning)})`;
  return html`<div id="question-${question}"><p>${prose(text)} ${shown}</p>${evidenceHtml(evidence)}</div>`;
}
