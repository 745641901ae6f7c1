/** What exploration came to: how far it went, and each history that broke something as a script and a test. */

import type { ReportedExploration, ReportedFinding } from "../report.ts";
import { explorationSummary, findingSummary } from "./exploration-lines.ts";
import { type Html, html } from "./html-text.ts";

export function explorationHtml(exploration: ReportedExploration | undefined): Html | null {
  if (!exploration) return null;
  return html`<section aria-labelledby="exploration">
<h2 id="exploration">Explored</h2>
<p>${explorationSummary(exploration)}</p>
${exploration.findings.map(historyHtml)}</section>
`;
}

function historyHtml(finding: ReportedFinding): Html {
  return html`<h3>${finding.broken.map(({ id }) => id).join(", ")}</h3>
<p>${findingSummary(finding)}.</p>
<pre>${finding.curl}</pre>
<pre>${finding.vitest}</pre>
`;
}
