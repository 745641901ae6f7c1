/** Texts that control a terminal or the program that runs a build, and a check for them in an output. */

import { expect } from "vitest";

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");

/** All control characters, bidi controls (UAX 9) and separators of lines and paragraphs. */
const steering = `${from(0, 0x1f)}${from(0x7f, 0x9f)}\u061c${from(0x200e, 0x200f)}${from(0x2028, 0x202e)}${from(0x2066, 0x2069)}`;

/** Commands of GitHub, Azure and TeamCity. The kit writes none of these itself. */
const commands = [
  "::set-output name=a::b",
  "::add-mask::x",
  "::stop-commands::x",
  "##[group]x",
  "##vso[task.setvariable variable=PATH]/evil",
  "##VSO[task.complete result=failed]x",
  "###vso[a]",
  "##teamcity[buildStop comment='x']",
];
/** Characters that a runner skips before a command at a line's start. */
const before = ["", "\n", "\r", "\r\n  ", "\n\t", "\u2028", "\u0085\u00a0", "x\n\u3000", "\n\n \n"];

/** Each command after each beginning, and all control characters. */
export const hostileTexts: readonly string[] = [
  ...commands.flatMap((command) => before.map((start) => start + command)),
  "\u001b]0;title\u0007\u001b[2J\u001b[31mred",
  "section_start:1:x[collapsed=true]\r\u001b[0Kgone",
  steering,
];

/** All of them in as few texts as possible, for a place that shows a limited number of characters. */
export function hostileWithin(most: number): readonly string[] {
  const texts: string[] = [];
  for (const text of hostileTexts.flatMap((each) => each.match(new RegExp(`[^]{1,${most}}`, "gu"))!)) {
    const joined = `${texts.at(-1) ?? ""}${text}`;
    if (texts.length > 0 && joined.length <= most) texts[texts.length - 1] = joined;
    else texts.push(text);
  }
  return texts;
}

/** A whole command of the kit's own reporter for GitHub. */
const ownCommand = /^::(?:error|warning|notice) title=[^:]*::/;

/** Expects neither a control character nor a command in an output. */
export function expectHarmless(outputs: Readonly<Record<string, string>>): void {
  const found = Object.entries(outputs).flatMap(([name, text]) =>
    text.split("\n").flatMap((line) => {
      const isCommand = line.trimStart().startsWith("::") && !ownCommand.test(line);
      const isHarmful = isCommand || /##\w*\[|[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(line);
      return isHarmful ? [`${name}: ${JSON.stringify(line)}`] : [];
    }),
  );
  expect(found.slice(0, 5)).toEqual([]);
}

/** The text with only the characters that a head may have. Bytes from 0x80 on are read one by one. */
export const inHead = (text: string) => text.replace(/[^\t\u0020-\u007e\u0080-\uffff]+/g, " ");

/** An answer with the text in every part that has one. */
export const answerWith = (text: string, status = 200) =>
  [
    `HTTP/1.1 ${status} ${inHead(text)}`,
    `Content-Type: application/json; x=${inHead(text)}`,
    `X-Echo: ${inHead(text)}`,
    `WWW-Authenticate: Bearer realm=${inHead(text)}`,
    `Location: ${inHead(text)}`,
    `Retry-After: ${inHead(text)}`,
    "Connection: close",
    "",
    JSON.stringify({ code: text, message: text, status: text, [text]: text }) + text,
  ].join("\r\n");
