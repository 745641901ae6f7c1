/** The list by every server as bars: speed as a share of the limit's, on a scale of powers of ten. */

import type { Bar } from "./scenario.ts";

export interface ChartPanel {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const width = 760;
const nameWidth = 176;
const scaleStart = nameWidth + 12;
const scaleEnd = width - 96;
const barHeight = 18;
const rowHeight = 25;
/** Left edge of the scale: a thousandth of the limit. */
const leastShare = 0.001;
const ticks: readonly (readonly [number, string])[] = [
  [0.001, "0.1 %"],
  [0.01, "1 %"],
  [0.1, "10 %"],
  [1, "the limit"],
];

const style = `
    text { fill: #1f2328; font-size: 14px; }
    .title { font-weight: 600; font-size: 16px; }
    .panel { font-weight: 600; }
    .small { fill: #59636e; font-size: 12.5px; }
    .name, .share { text-anchor: end; }
    .tick { text-anchor: middle; }
    .line { stroke: #d1d9e0; }
    .edge { stroke: #59636e; stroke-dasharray: 4 3; }
    .peer { fill: #8c959f; }
    .mock { fill: #0969da; }
    .ours { font-weight: 600; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .small { fill: #9198a1; }
      .line { stroke: #3d444d; }
      .edge { stroke: #9198a1; }
      .peer { fill: #656c76; }
      .mock { fill: #4493f8; }
    }
  `;

/** An SVG of its own, for light and dark pages. */
export function formatChart(panels: readonly ChartPanel[]): string {
  let top = 62;
  const parts: string[] = [];
  for (const panel of panels) {
    const bars = panel.bars.filter(({ id }) => id !== "limit");
    parts.push(formatPanel({ ...panel, bars }, top));
    top += 34 + bars.length * rowHeight + 30;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif">
  <title id="title">Lists a second, as a share of the limit</title>
  <desc id="desc">${escapeXml(describe(panels))}</desc>
  <style>${style}</style>
  <text class="title" x="20" y="28">Lists a second, as a share of the limit</text>
  <text class="small" x="20" y="47">The limit is a bare node:http server that sends the same bytes. Each step to the right is ten times as fast.</text>
${parts.join("\n")}
</svg>
`;
}

function formatPanel({ title, bars }: ChartPanel, top: number): string {
  const first = top + 34;
  const bottom = first + bars.length * rowHeight;
  const lines = ticks.map(([share, label]) => {
    const x = placeOf(share).toFixed(1);
    return [
      `  <line class="${share === 1 ? "edge" : "line"}" x1="${x}" x2="${x}" y1="${first - 4}" y2="${bottom}"/>`,
      `  <text class="small tick" x="${x}" y="${bottom + 15}">${label}</text>`,
    ].join("\n");
  });
  const rows = bars.map((bar, at) => formatBar(bar, first + at * rowHeight));
  return [`  <text class="panel" x="20" y="${top + 18}">${escapeXml(title)}</text>`, ...lines, ...rows].join(
    "\n",
  );
}

function formatBar({ id, name, ofLimit }: Bar, y: number): string {
  const isMock = id === "mock";
  const label = `  <text class="name${isMock ? " ours" : ""}" x="${nameWidth}" y="${y + 14}">${escapeXml(name)}</text>`;
  const middle = y + 14;
  if (ofLimit === undefined)
    return `${label}\n  <text class="small" x="${scaleStart + 6}" y="${middle}">no answer</text>`;
  // A bar never vanishes.
  const end = Math.max(placeOf(ofLimit), scaleStart + 2);
  const bar = `  <rect class="${isMock ? "mock" : "peer"}" x="${scaleStart}" y="${y}" width="${(end - scaleStart).toFixed(1)}" height="${barHeight}" rx="2"/>`;
  const share = `  <text class="share${isMock ? " ours" : ""}" x="${width - 20}" y="${middle}">${formatShare(ofLimit)}</text>`;
  return [label, bar, share].join("\n");
}

/** What is above the limit may pass it a little. */
function placeOf(share: number): number {
  const span = Math.log10(1 / leastShare);
  const part = Math.log10(Math.max(share, leastShare) / leastShare) / span;
  return scaleStart + Math.min(part, 1.04) * (scaleEnd - scaleStart);
}

function formatShare(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))} %`;
}

function describe(panels: readonly ChartPanel[]): string {
  return panels
    .map(({ title, bars }) => {
      const shares = bars
        .filter(({ id }) => id !== "limit")
        .map(({ name, ofLimit }) => `${name} ${ofLimit === undefined ? "no answer" : formatShare(ofLimit)}`);
      return `${title}: ${shares.join(", ")}.`;
    })
    .join(" ");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
