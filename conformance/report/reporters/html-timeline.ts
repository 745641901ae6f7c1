/** Calls about one order over time: a lane for each, so that what overlaps is seen, and the one to blame marked. */

import type { ReportedTimeline } from "../report.ts";
import { type Html, html } from "./html-text.ts";
import { formatMs, shorten } from "./page.ts";

const lane = 22;
const labels = 380;
const width = 760;
const mostLabel = 56;

export function timelineHtml({ order, calls }: ReportedTimeline): Html {
  // Each instant is a step: a second of waiting would press the calls around it together.
  const instants = [...new Set(calls.flatMap(({ from, to }) => [from, to]))].toSorted(
    (one, other) => one - other,
  );
  const step = (width - labels - 10) / Math.max(1, instants.length - 1);
  const xOf = (ms: number) => Math.round(labels + instants.indexOf(ms) * step);
  const blamed = calls.find(({ isBlamed }) => isBlamed);
  const height = calls.length * lane + 24;
  const title = `Calls about order ${order} in the order of time`;
  return html`<figure class="timeline">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-size="12">
${calls.map(({ what, status, from, to, isBlamed }, index) => {
  const [x, y] = [xOf(from), index * lane + 4];
  const name = isBlamed ? "failed" : "untested";
  return html`<g class="${name}"><text x="0" y="${y + 13}">${shorten(what, mostLabel)} ${status ?? "no answer"}</text><rect x="${x}" y="${y}" width="${Math.max(4, xOf(to) - x)}" height="${lane - 8}" rx="2"></rect></g>\n`;
})}${
  blamed
    ? html`<line class="change" x1="${(xOf(blamed.from) + xOf(blamed.to)) / 2}" x2="${(xOf(blamed.from) + xOf(blamed.to)) / 2}" y1="0" y2="${height - 20}"></line>\n`
    : null
}<text x="${labels}" y="${height - 6}">0 ms</text><text x="${width}" y="${height - 6}" text-anchor="end">${formatMs(instants.at(-1) ?? 0)}</text>
</svg>
<figcaption class="aside">${title}. The dashed line is where it changed, within the call to blame.</figcaption>
</figure>
`;
}
