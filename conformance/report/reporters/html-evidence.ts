/** The evidence of a result: its exchanges, and the calls about an order over time. */

import { plural } from "../../../base/plural.ts";
import type { OrderTimeline } from "../../causes/order-timeline.ts";
import type { Evidence, ReportedCause, ReportedExchange } from "../report.ts";
import { exampleCommand, exchangeLines } from "./failure-lines.ts";
import { type Html, html, verbatim } from "./html-page.ts";
import { cutText, formatMs, shorten } from "./text.ts";

/** Maximum length of a body. A report already has cut bodies; this is for one from another program. */
const shownCharacters = 8000;
const commandWidth = 90;

/** The exchanges, folded under their number and the number in the report. */
export function evidenceHtml({ count, exchanges }: Evidence, note = ""): Html | null {
  if (exchanges.length === 0) return null;
  const part = count > exchanges.length ? `${exchanges.length} of ` : "";
  return html`<details><summary>${part}${plural(count, "exchange")}${count > 1 ? note : ""}</summary>
${exchanges.map((each) => exchangeHtml(each))}</details>`;
}

/** The request, the answer, and the command that repeats it. */
export function exchangeHtml(exchange: ReportedExchange, atOnce?: ReportedCause["atOnce"]): Html {
  const { answer } = exchange;
  const shown = answer && { ...answer, body: cutText(answer.body, shownCharacters).text };
  const whole = Number.POSITIVE_INFINITY;
  const lines = exchangeLines({ ...exchange, answer: shown }, whole, { body: whole, header: whole });
  return html`<pre><code>${verbatim(lines.join("\n"))}</code></pre>
<pre class="command"><code>${verbatim(exampleCommand(exchange, atOnce, commandWidth))}</code></pre>
`;
}

/** Pixels: of a call's row, where the bars begin, and of the whole. */
const [rowHeight, labelWidth, width] = [22, 380, 760];
const maxLabel = 56;

/** Calls about one order over time: a row for each, so that overlaps are visible, with a mark on the call to blame. */
export function timelineHtml({ order, calls }: OrderTimeline): Html {
  // Each instant is a step: on a linear scale a pause would hide the other calls.
  const instants = [...new Set(calls.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const step = (width - labelWidth - 10) / Math.max(1, instants.length - 1);
  const xOf = (ms: number) => Math.round(labelWidth + instants.indexOf(ms) * step);
  const height = calls.length * rowHeight + 24;
  const title = `Calls about order ${order} in the order of time`;
  const rows = calls.map(({ what, status, from, to, isBlamed }, index) => {
    const y = index * rowHeight + 4;
    return html`<g class="${isBlamed ? "failed" : "untested"}"><text x="0" y="${y + 13}">${shorten(what, maxLabel)} ${status ?? "no answer"}</text><rect x="${xOf(from)}" y="${y}" width="${Math.max(4, xOf(to) - xOf(from))}" height="${rowHeight - 8}" rx="2"></rect></g>\n`;
  });
  const blamed = calls.find(({ isBlamed }) => isBlamed);
  const x = blamed ? (xOf(blamed.from) + xOf(blamed.to)) / 2 : 0;
  const change = html`<line class="change" x1="${x}" x2="${x}" y1="0" y2="${height - 20}"></line>\n`;
  return html`<figure class="timeline">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-size="12">
${rows}${blamed ? change : null}<text x="${labelWidth}" y="${height - 6}">0 ms</text><text x="${width}" y="${height - 6}" text-anchor="end">${formatMs(instants.at(-1) ?? 0)}</text>
</svg>
<figcaption class="aside">${title}. The dashed line is where it changed, within the call to blame.</figcaption>
</figure>
`;
}
