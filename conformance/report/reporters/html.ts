/** The report as one HTML file, for people who did not see the run. */

import type { Outcome, Report } from "../report.ts";
import { type Block, type BlockOf, type Finding, partsOf, prose, type Section, type Text } from "./blocks.ts";
import { commandOf, evidenceTitle, exchangeLines } from "./exchange-text.ts";
import { type Html, html, pageStyle, verbatim } from "./html-page.ts";
import { describeRun, reportSections } from "./report-sections.ts";
import { countsText, outcomeMarks, outcomesByWeight, verdictMarks } from "./report-words.ts";
import { anyWidth, shorten } from "./text.ts";

/** The content security policy: if a text of a server became markup, a browser would neither run nor load it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const verdictSentences = {
  conformant: "Every must was tested and met.",
  partial: "No must failed, but not every must has a verdict.",
  nonconformant: "The server breaks what the document promises.",
} as const;

export function formatHtml(report: Report): string {
  const { verdict, target } = report;
  const sections = reportSections(report).filter(({ id }) => id !== "groups");
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
${headHtml(report)}<nav aria-label="On this page"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${capitalize(title)}</a></li>`)}</ul></nav>
<main>
${sections.map(sectionHtml)}</main>
</body>
</html>
`;
  return page.toString();
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The anchor of a requirement, so that a link to one finding can be sent. */
const anchorOf = (id: string) => id.replace(/[^\w./-]/g, "-");

const anchorHtml = (id: string | undefined) => (id === undefined ? null : html` id="${anchorOf(id)}"`);

/** The top of the page: the verdict, the numbers, and the server and time of the run. */
function headHtml(report: Report): Html {
  const { verdict, counts, exit } = report;
  return html`<header class="${verdict}">
<p class="aside">Store Orders Service, conformance report</p>
<h1><span aria-hidden="true">${verdictMarks[verdict]}</span> ${capitalize(verdict)}</h1>
<p class="lead">${verdictSentences[verdict]} ${countsText(report)}.${exit ? html` <strong class="${exit.code === 0 ? "passed" : "failed"}">Exit code ${exit.code}: ${exit.reason}.</strong>` : null}</p>
<p class="aside">${inline(describeRun(report))}</p>
<ul class="counts">
${outcomesByWeight.map((outcome) => html`<li class="${counts[outcome] === 0 ? "nil" : outcome}"><b>${counts[outcome]}</b> <span aria-hidden="true">${outcomeMarks[outcome]}</span> ${outcome}</li>\n`)}</ul>
</header>
`;
}

const sectionHtml = ({ id, title, blocks }: Section) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${capitalize(title)}</h2>
${blocks.map(blockHtml)}</section>
`;

function blockHtml(block: Block): Html | null {
  switch (block.kind) {
    case "finding":
      return findingHtml(block);
    case "paragraph":
      return html`<p>${inline(block.text)}</p>\n`;
    case "facts":
      return html`<dl class="difference">
${block.rows.map(([label, text]) => html`<dt>${label}</dt><dd>${inline(text)}</dd>\n`)}</dl>
`;
    case "table":
      return tableHtml(block);
    case "requirements":
      return html`<ul>\n${block.results.map(requirementHtml)}</ul>\n`;
    case "evidence":
      return evidenceHtml(block);
    case "command":
      return html`${commandHtml(block.text)}${block.answer === undefined ? null : html`<p><code>${block.answer}</code></p>\n`}`;
  }
}

function findingHtml({ id, outcome, label, title, aside, blocks }: Finding): Html {
  const mark = label === undefined ? markHtml(outcome) : `${label}. `;
  return html`<article class="finding ${outcome}"${anchorHtml(id)}>
<h3>${mark}${inline(title)}</h3>
${aside === undefined ? null : html`<p class="aside">${aside}</p>\n`}${blocks.map(blockHtml)}</article>
`;
}

const markHtml = (outcome: Outcome) =>
  html`<span class="mark" aria-hidden="true">${outcomeMarks[outcome]}</span><span class="unseen"> ${capitalize(outcome)}: </span>`;

/** A requirement, with a link to its finding if it failed. */
function requirementHtml({ id, title, outcome }: BlockOf<"requirements">["results"][number]): Html {
  const name = inline(prose(title));
  const text = outcome === "failed" ? html`<a href="#${anchorOf(id)}">${name}</a>` : name;
  return html`<li class="${outcome}">${markHtml(outcome)}${text} <code class="id">${id}</code></li>\n`;
}

/** The exchanges, folded under a line with their number. */
function evidenceHtml({ evidence }: BlockOf<"evidence">): Html | null {
  const { exchanges } = evidence;
  if (exchanges.length === 0) return null;
  const shown = exchanges.map((exchange) => {
    const lines = exchangeLines(exchange, anyWidth, true);
    return html`<pre><code>${verbatim(lines.join("\n"))}</code></pre>\n${commandHtml(commandOf(exchange))}`;
  });
  return html`<details><summary>${evidenceTitle(evidence, exchanges.length)}</summary>\n${shown}</details>\n`;
}

const commandHtml = (command: string) =>
  html`<pre class="command"><code>${verbatim(command.trimEnd())}</code></pre>\n`;

function tableHtml({ titles, rows }: BlockOf<"table">): Html {
  const body = rows.map(({ id, finding, cells: [first = "", ...others], outcome, evidence }) => {
    const more = evidence ? evidenceHtml({ kind: "evidence", evidence }) : null;
    const cells = others.map(
      (cell, at) => html`<td>${inline(cell)}${at === others.length - 1 ? more : null}</td>`,
    );
    const mark = outcome ? markHtml(outcome) : null;
    const name =
      finding === undefined ? inline(first) : html`<a href="#${anchorOf(finding)}">${inline(first)}</a>`;
    return html`<tr class="${outcome ?? "open"}"${anchorHtml(id)}><th scope="row">${mark}${name}</th>${cells}</tr>\n`;
  });
  return html`<table>
<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${body}</tbody>
</table>
`;
}

const inline = (text: Text): Html =>
  html`${partsOf(text).map((part) => (typeof part === "string" ? part : html`<code>${part.code}</code>`))}`;
