/** The report as one page that can be mailed, archived and printed: no scripts, nothing loaded from elsewhere. */

import type { Report } from "../report.ts";
import { causesHtml } from "./html-causes.ts";
import { matrixHtml, observationsHtml } from "./html-clauses.ts";
import { explorationHtml } from "./html-exploration.ts";
import { findingsHtml } from "./html-findings.ts";
import { htmlStyle } from "./html-style.ts";
import { formatVerdict, summaryHtml } from "./html-summary.ts";
import { html } from "./html-text.ts";
import { shorten } from "./page.ts";

/** Should any text of a server ever pass as markup, a browser would still neither run nor load it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function formatHtml(report: Report): string {
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${shorten(`${formatVerdict(report)}: ${report.target.baseUrl}`, 65)}</title>
${htmlStyle}
</head>
<body>
${summaryHtml(report)}
<main>
${causesHtml(report)}${findingsHtml(report)}${explorationHtml(report.exploration)}${matrixHtml(report)}${observationsHtml(report.observations)}</main>
</body>
</html>
`;
  return page.toString();
}
