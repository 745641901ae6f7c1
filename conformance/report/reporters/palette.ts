/** Colours in a light and a dark theme. Each text has a contrast of 4.5 or more with each background (WCAG 2.2, 1.4.3). */
export const palette = {
  background: ["#f4f5f8", "#0e1116"],
  surface: ["#ffffff", "#161a21"],
  line: ["#dfe3ea", "#272e39"],
  text: ["#181c24", "#e8ecf2"],
  muted: ["#5a6474", "#9ba6b6"],
  accent: ["#3b55d9", "#8ea2ff"],
  passed: ["#0a6e46", "#5fd6a2"],
  failed: ["#b3202c", "#ff9a9a"],
  warned: ["#8a4b00", "#f5bd62"],
  errored: ["#7a3d99", "#d0a3ea"],
} as const;

/** A custom property for each colour, for the root of a document. */
export const colourStyle = Object.entries(palette).reduce(
  (style, [name, [day, night]]) => `${style} --${name}: light-dark(${day}, ${night});`,
  "color-scheme: light dark;",
);
