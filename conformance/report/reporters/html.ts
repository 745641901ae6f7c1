import { clauseIds } from "../../../spec/clauses.ts";
import type { Report } from "../report.ts";
import { evidenceHtml, exchangeHtml, timelineHtml } from "./html-evidence.ts";
import { type Html, html, pageStyle, prose, verbatim } from "./html-page.ts";
import { anchorOf, capitalize, markHtml, matrixHtml, resultLink, statusesHtml } from "./html-tables.ts";
import {
  outcomeMarks,
  outcomesByWeight,
  type ShownCause,
  type ShownFinding,
  type ShownReport,
  type ShownResult,
  showReport,
  verdictMarks,
} from "./shown-report.ts";
import { shorten } from "./text.ts";

/** The content security policy: if a text of a server became markup, a browser would neither run nor load it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const verdictSentences = {
  conformant: "Every must was tested and met.",
  partial: "No must failed, but not every must has a verdict.",
  nonconformant: "The server breaks what the document promises.",
} as const;

/** The title of each section, and what it holds. */
const sectionTexts = {
  causes: [
    "Causes",
    "Failures that one mistake explains are shown together. A likely mistake predicts the answer of every call that it speaks of.",
  ],
  failed: ["Failed", "The document promises it and the server does not keep it."],
  errored: ["Errors of the kit", "A fault of the kit. It says nothing about the server."],
  warned: [
    "Warnings",
    "An RFC asks for it, the document does not. A warning fails a run only with --strict.",
  ],
  untested: ["Untested", "No verdict: something was missing."],
  exploration: ["Explored", ""],
  statuses: [
    "Answers by operation and status",
    "How often each operation was answered with each status of the document, and with others.",
  ],
  clauses: [
    "Every clause",
    "What the document says, what this run found about each, and how this server answers what the document leaves open. No such answer is wrong.",
  ],
  passed: ["Passed", "Tested and met."],
} as const;

export function formatHtml(report: Report): string {
  const shown = showReport(report);
  const { verdict, target, causes, having, untested, exploration, statuses } = shown;
  const passed = having("passed");
  const { summary = "", findings = [] } = exploration ?? {};
  const sections = [
    section("causes", causes.length, causes.map(causeHtml)),
    ...(["failed", "errored", "warned"] as const).map((outcome) =>
      section(outcome, having(outcome).length, having(outcome).map(findingHtml)),
    ),
    section("untested", having("untested").length, untested.map(untestedHtml)),
    section("exploration", findings.length, findings.map(historyHtml), summary),
    section("statuses", statuses.length, statusesHtml(shown)),
    section("clauses", clauseIds.length, matrixHtml(shown)),
    section("passed", passed.length, html`<ul>\n${passed.map(passedHtml)}</ul>\n`),
  ].filter(({ id, count }) => count > 0 || (id === "exploration" && exploration));
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${shorten(`${capitalize(verdict)}: ${target.baseUrl}`, 65)}</title>
${pageStyle}
</head>
<body>
${summaryHtml(shown)}<nav aria-label="On this page"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main>
${sections.map(({ markup }) => markup)}</main>
</body>
</html>
`;
  return page.toString();
}

function section(
  id: keyof typeof sectionTexts,
  count: number,
  content: Html | readonly Html[],
  note: string = sectionTexts[id][1],
) {
  const [title] = sectionTexts[id];
  const markup = html`<section aria-labelledby="${id}">
<h2 id="${id}">${title} <span class="count">${count}</span></h2>
<p class="aside">${note}</p>
${content}</section>
`;
  return { id, title, count, markup };
}

/** The top of the page: the verdict, the numbers, and where they come from. */
function summaryHtml(shown: ShownReport): Html {
  const { verdict, target, startedAt, took, requests, kit, warnings, counts, exit, reasons, since } = shown;
  const notes = [
    ...(since ? [since.title, ...since.lines] : []),
    ...reasons.map(({ title, facts }) => `${title}. ${facts.join("; ")}`),
    ...warnings,
  ];
  return html`<header class="${verdict}">
<p class="aside">Store Orders Service, conformance report</p>
<h1><span aria-hidden="true">${verdictMarks[verdict]}</span> ${capitalize(verdict)}</h1>
<p class="lead">${verdictSentences[verdict]} ${shown.summary}.${exit ? html` <strong class="${exit.code === 0 ? "passed" : "failed"}">Exit code ${exit.code}: ${exit.reason}.</strong>` : null}</p>
<dl class="facts">
<div><dt>Server</dt><dd><code>${target.baseUrl}</code></dd></div>
${target.proxy === undefined ? null : html`<div><dt>Through the proxy</dt><dd><code>${target.proxy}</code></dd></div>\n`}<div><dt>Started</dt><dd><time datetime="${startedAt}">${startedAt.slice(0, 19).replace("T", " ")} UTC</time></dd></div>
<div><dt>Took</dt><dd>${took}, ${requests} requests</dd></div>
<div><dt>Judge</dt><dd>${kit.name} ${kit.version}</dd></div>
</dl>
<ul class="counts">
${outcomesByWeight.map((outcome) => html`<li class="${counts[outcome] === 0 ? "nil" : outcome}"><b>${counts[outcome]}</b> <span aria-hidden="true">${outcomeMarks[outcome]}</span> ${outcome}</li>\n`)}</ul>
${
  notes.length > 0
    ? html`<section class="notes" aria-labelledby="notes">
<h2 id="notes">Notes</h2>
<ul>
${notes.map((note) => html`<li>${note}</li>\n`)}</ul>
</section>
`
    : null
}</header>
`;
}

function causeHtml(cause: ShownCause): Html {
  const { id, title, isNew, knownText, counts, facts, results, timeline, example, atOnce } = cause;
  if (knownText !== undefined)
    return html`<p class="result" id="cause-${anchorOf(id)}">${title}: <strong>${knownText}</strong></p>\n`;
  return html`<article class="finding failed" id="cause-${anchorOf(id)}">
<h3>${isNew ? "New: " : ""}${title}</h3>
<p class="aside">${counts}</p>
<dl class="difference">
${facts.map(([word, text]) => html`<dt>${capitalize(word)}</dt><dd><code>${text}</code></dd>\n`)}</dl>
<ul>
${results.map(resultLink)}</ul>
${timeline ? timelineHtml(timeline) : null}${example ? html`<details><summary>A call that shows it</summary>\n${exchangeHtml(example, atOnce)}</details>\n` : null}</article>
`;
}

/** A failure in full: the clause, the difference, the exchanges with the deciding one first. */
function findingHtml(result: ShownResult): Html {
  const { id, title, clause, clauseName, clauseText, outcome, knownText, difference, reasonText } = result;
  const why =
    difference.length === 0
      ? html`<p>${reasonText}</p>`
      : html`<dl class="difference">
${difference.map(([word, text]) => html`<dt>${capitalize(word)}</dt><dd>${text}</dd>\n`)}</dl>`;
  return html`<article class="finding ${outcome}" id="${anchorOf(id)}">
<h3>${markHtml(outcome)}${prose(title)}</h3>
<p class="aside"><code>${id}</code></p>
<p><a href="#clause-${clause}">${capitalize(clauseName)}</a>: ${prose(clauseText)}</p>
${knownText === undefined ? null : html`<p><strong>${knownText}</strong></p>`}
${why}
${evidenceHtml(result.evidence, ", the one that decided first")}
</article>
`;
}

/** The untested requirements of one reason. */
function untestedHtml([reason, results]: ShownReport["untested"][number]): Html {
  return html`<div class="finding untested">
<p>${reason}</p>
<ul>
${results.map(({ id, title }) => html`<li id="${anchorOf(id)}">${prose(title)} <code class="id">${id}</code></li>\n`)}</ul>
</div>
`;
}

function passedHtml({ id, title, evidence }: ShownResult): Html {
  return html`<li class="result passed" id="${anchorOf(id)}">
${markHtml("passed")}${prose(title)} <code class="id">${id}</code>${evidenceHtml(evidence)}</li>
`;
}

/** A random history that broke a requirement, as a script. */
function historyHtml({ ids, summary, curl }: ShownFinding): Html {
  return html`<h3>${ids.join(", ")}</h3>
<p>${summary}.</p>
<pre>${verbatim(curl)}</pre>
`;
}
