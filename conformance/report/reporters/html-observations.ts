/** Where the document is silent: what this server does. Seen, never judged. */

import { openQuestions, type QuestionId } from "../../../spec/open-questions.ts";
import type { ObservedAnswer } from "../report.ts";
import { evidenceHtml, formatEvidenceCount } from "./html-exchange.ts";
import { type Html, html, prose } from "./html-text.ts";

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
