/** What a reader has to do something about, worst first; then what could not be tested, and why. */

import type { Outcome, Report, Result } from "../report.ts";
import { anchorOf, findingHtml } from "./html-result.ts";
import { type Html, html, prose } from "./html-text.ts";

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
