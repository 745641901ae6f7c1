/** Text from outside in a form that cannot control a terminal or a build runner. */

/** Characters that control a terminal, reorder text or end a line. */
const steering = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Text on one line: a control character becomes its picture (␛), a tab two spaces. */
export function printable(text: string): string {
  return text.replace(steering, pictureOf);
}

function pictureOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (character === "\t") return "  ";
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "␡" : "\uFFFD";
}

/**
 * Text of several lines without control characters and without commands in a build's log: GitHub executes `::error::` at a
 * line's start and `##[error]` anywhere, Azure `##vso[...]`, TeamCity `##teamcity[...]`.
 */
export function safeText(text: string): string {
  return text
    .replace(steering, (character) => (character === "\n" ? "\n" : pictureOf(character)))
    .replace(/##(?=\w*\[)/g, "#·#")
    .replace(/^([^\S\n]*)(?=::)/gm, "$1·");
}

/** JSON text with the same value, for a program: the same characters are escaped in its strings. */
export function safeJson(text: string): string {
  return text
    .replace(/[\x7f-\x9f\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, (character) => escapeUnit(character))
    .replace(/#(?=#\w*\[)/g, escapeUnit);
}

const escapeUnit = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
