/** XML 1.0 text from plain values; nothing in them can break out of its place. */

export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** Elements, or one text. */
  readonly content?: readonly XmlElement[] | string;
}

export function formatXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementLines(root).join("\n")}\n`;
}

function elementLines({ name, attributes = {}, content = [] }: XmlElement): readonly string[] {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`,
  );
  const start = name + pairs.join("");
  if (content.length === 0) return [`<${start}/>`];
  // Text is not indented: its spaces would be part of it.
  if (typeof content === "string") return [`<${start}>${escapeText(content)}</${name}>`];
  return [`<${start}>`, ...content.flatMap(elementLines).map((line) => `  ${line}`), `</${name}>`];
}

/** What XML 1.0 has no way to write, not even escaped: most control characters and lone surrogates. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escapeText(text: string): string {
  return text
    .replace(unwritable, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

/** A parser turns a raw line break in an attribute into a space. */
function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
