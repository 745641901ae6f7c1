/** The evidence of a result: exchanges as they went over the wire, and the calls about an order over time. */

import { formatCurl } from "../../../base/curl.ts";
import type { Evidence, ReportedExchange, ReportedTimeline } from "../report.ts";
import { type Html, html, verbatim } from "./html-page.ts";
import { cutText, formatMs, isBodyCut, shorten } from "./text.ts";

/** A report has cut bodies already; this holds for one that another program made. */
const shownCharacters = 8000;
const commandWidth = 90;

/** Folded under how many exchanges there are, or how many of them are in the report. */
export function evidenceHtml({ count, exchanges }: Evidence, note = ""): Html | null {
  if (exchanges.length === 0) return null;
  const words = count > exchanges.length ? `${exchanges.length} of ${count}` : String(count);
  return html`<details><summary>${words} ${count === 1 ? "exchange" : "exchanges"}${count > 1 ? note : ""}</summary>
${exchanges.map(exchangeHtml)}</details>`;
}

export function exchangeHtml({ request, answer, failure, ms }: ReportedExchange): Html {
  const block = (...lines: readonly string[]) => html`<pre><code>${verbatim(lines.join("\n"))}</code></pre>`;
  // One header a line, whatever is in its value.
  const headers = (list: ReportedExchange["request"]["headers"]) =>
    list.map(([name, value]) => `${name}: ${value}`.replace(/\r\n|\r|\n/g, " "));
  return html`<dl class="exchange">
<dt>Request</dt><dd>${block(`${request.method} ${request.url}`, ...headers(request.headers))}</dd>
${
  answer
    ? html`<dt>Answer <span class="aside">${formatMs(ms)}</span></dt><dd>${block(String(answer.status), ...headers(answer.headers))}</dd>
<dt>Body <span class="aside">${answer.bodyBytes} bytes</span></dt><dd>${bodyHtml(answer)}</dd>`
    : html`<dt>Answer</dt><dd>None: ${failure ?? "the reason is not known"}</dd>`
}
<dt>Repeat it</dt><dd><pre class="command"><code>${verbatim(formatCurl(request, commandWidth))}</code></pre></dd>
</dl>
`;
}

function bodyHtml(answer: NonNullable<ReportedExchange["answer"]>): Html {
  const { text, whole } = cutText(answer.body, shownCharacters);
  const isCut = !whole || isBodyCut(answer);
  return html`${text === "" ? html`<span class="aside">none</span>` : html`<pre><code>${verbatim(text)}</code></pre>`}${
    isCut ? html`<p class="aside">Cut here: ${answer.bodyBytes} bytes in all.</p>` : null
  }${answer.strayBytes ? html`<p>${answer.strayBytes} more bytes behind the answer, where none may be.</p>` : null}`;
}

/** Pixels: of a call's row, where the bars begin, and of the whole. */
const [rowHeight, labelWidth, width] = [22, 380, 760];
const mostLabel = 56;

/** Calls about one order over time: a row for each, so that what overlaps is seen, and the one to blame marked. */
export function timelineHtml({ order, calls }: ReportedTimeline): Html {
  // Each instant is a step: a second of waiting would press the calls around it together.
  const instants = [...new Set(calls.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const step = (width - labelWidth - 10) / Math.max(1, instants.length - 1);
  const xOf = (ms: number) => Math.round(labelWidth + instants.indexOf(ms) * step);
  const height = calls.length * rowHeight + 24;
  const title = `Calls about order ${order} in the order of time`;
  const rows = calls.map(({ what, status, from, to, isBlamed }, index) => {
    const y = index * rowHeight + 4;
    return html`<g class="${isBlamed ? "failed" : "untested"}"><text x="0" y="${y + 13}">${shorten(what, mostLabel)} ${status ?? "no answer"}</text><rect x="${xOf(from)}" y="${y}" width="${Math.max(4, xOf(to) - xOf(from))}" height="${rowHeight - 8}" rx="2"></rect></g>\n`;
  });
  const changes = calls
    .filter(({ isBlamed }) => isBlamed)
    .slice(0, 1)
    .map(({ from, to }) => {
      const x = (xOf(from) + xOf(to)) / 2;
      return html`<line class="change" x1="${x}" x2="${x}" y1="0" y2="${height - 20}"></line>\n`;
    });
  return html`<figure class="timeline">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-size="12">
${rows}${changes}<text x="${labelWidth}" y="${height - 6}">0 ms</text><text x="${width}" y="${height - 6}" text-anchor="end">${formatMs(instants.at(-1) ?? 0)}</text>
</svg>
<figcaption class="aside">${title}. The dashed line is where it changed, within the call to blame.</figcaption>
</figure>
`;
}
