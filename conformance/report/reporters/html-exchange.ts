/** The evidence of a result: each exchange as it went over the wire, and the command that repeats it. */

import { formatCurl } from "../../../base/curl.ts";
import type { Evidence, ReportedExchange } from "../report.ts";
import { type Html, html, verbatim } from "./html-text.ts";
import { cutText, formatMs, isBodyCut } from "./page.ts";

/** A report has cut bodies already; this holds for one that another program made. */
const shownCharacters = 8000;
const commandWidth = 90;

export function evidenceHtml({ exchanges }: Evidence): Html {
  return html`${exchanges.map(exchangeHtml)}`;
}

/** `1 exchange`, or how many of them are in the report. */
export function formatEvidenceCount({ count, exchanges }: Evidence): string {
  if (count > exchanges.length) return `${exchanges.length} of ${count} exchanges`;
  return count === 1 ? "1 exchange" : `${count} exchanges`;
}

export function exchangeHtml({ request, answer, failure, ms }: ReportedExchange): Html {
  const sent = [`${request.method} ${request.url}`, ...headerLines(request.headers)].join("\n");
  return html`<dl class="exchange">
<dt>Request</dt><dd>${block(sent)}</dd>
${answer ? answerHtml(answer, ms) : html`<dt>Answer</dt><dd>None: ${failure ?? "the reason is not known"}</dd>`}
<dt>Repeat it</dt><dd><pre class="command"><code>${verbatim(formatCurl(request, commandWidth))}</code></pre></dd>
</dl>
`;
}

function answerHtml(answer: NonNullable<ReportedExchange["answer"]>, ms: number): Html {
  const received = [String(answer.status), ...headerLines(answer.headers)].join("\n");
  return html`<dt>Answer <span class="aside">${formatMs(ms)}</span></dt><dd>${block(received)}</dd>
<dt>Body <span class="aside">${answer.bodyBytes} bytes</span></dt><dd>${bodyHtml(answer)}</dd>`;
}

function bodyHtml(answer: NonNullable<ReportedExchange["answer"]>): Html {
  const { text, whole } = cutText(answer.body, shownCharacters);
  return html`${text === "" ? html`<span class="aside">none</span>` : block(text)}${
    whole && !isBodyCut(answer)
      ? null
      : html`<p class="aside">Cut here: ${answer.bodyBytes} bytes in all.</p>`
  }${
    answer.strayBytes
      ? html`<p>${answer.strayBytes} more bytes behind the answer, where none may be.</p>`
      : null
  }`;
}

function headerLines(headers: ReportedExchange["request"]["headers"]): readonly string[] {
  // One header a line, whatever is in its value.
  return headers.map(([name, value]) => `${name}: ${value}`.replace(/\r\n|\r|\n/g, " "));
}

function block(text: string): Html {
  return html`<pre><code>${verbatim(text)}</code></pre>`;
}
