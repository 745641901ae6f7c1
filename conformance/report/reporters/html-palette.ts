/** The colours of the page, by day and by night. */

/**
 * Grounds and lines, texts, and a tone for each outcome. Every text has a contrast of
 * 4.5 or more with every ground (WCAG 2.2, 1.4.3): a test measures it.
 */
export interface Palette {
  readonly ground: string;
  readonly raised: string;
  readonly line: string;
  readonly ink: string;
  readonly soft: string;
  readonly link: string;
  readonly passed: string;
  readonly failed: string;
  readonly warned: string;
  readonly untested: string;
  readonly errored: string;
}

export const light: Palette = {
  ground: "#ffffff",
  raised: "#f6f7f8",
  line: "#dcdfe3",
  ink: "#1b1f24",
  soft: "#57606a",
  link: "#1f5fa8",
  passed: "#1d6b3f",
  failed: "#b0261d",
  warned: "#855600",
  untested: "#57606a",
  errored: "#7a3d99",
};

export const dark: Palette = {
  ground: "#14171a",
  raised: "#1d2125",
  line: "#343a41",
  ink: "#e3e6e9",
  soft: "#a2aab3",
  link: "#8db8f2",
  passed: "#72c492",
  failed: "#ff9187",
  warned: "#e3b457",
  untested: "#a2aab3",
  errored: "#d0a3ea",
};
