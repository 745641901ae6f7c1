/** What base64, base32, hex and byte numbers in a text decode to, wherever in it the encoding began. */

import { placeOf, type TextView } from "./escapes.ts";

interface Code {
  /** Bits of a character. */
  readonly width: number;
  /** Characters after which it begins anew. */
  readonly group: number;
  /** A run of its characters, with what may stand between them. It begins where none stands before: no later start finds more. */
  readonly run: RegExp;
  readonly alphabet: string;
}

const digits = "0123456789";
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
/** So many characters of an encoded secret are enough where the text is cut. */
const shortestPart = 8;
const runOf = (character: string, before: string, between: string) =>
  new RegExp(`(?<!${character})(?:${before}${character}${between}){${shortestPart},}`, "g");
const lineEnd = String.raw`(?:\r?\n[ \t]{0,4})?`;

/** RFC 4648. Base64 may be of either alphabet; base32 and hex know no case. */
const codes: readonly Code[] = [
  {
    width: 6,
    group: 4,
    run: runOf(String.raw`[\w+/-]`, "", lineEnd),
    alphabet: `${upper}${lower}${digits}+/`,
  },
  { width: 5, group: 8, run: runOf("[A-Za-z2-7]", "", lineEnd), alphabet: `${upper}234567` },
  {
    width: 4,
    group: 2,
    run: runOf(String.raw`[\da-fA-F]`, "(?:0x)?", String.raw`[\s:,]{0,2}`),
    alphabet: `${digits}ABCDEF`,
  },
];

export type RunDecoder = (view: TextView) => readonly TextView[];

/**
 * @param shortest bytes of the shortest text that is looked for
 * @param isAscii whether all texts that are looked for are ASCII
 */
export function createRunDecoder(shortest: number, isAscii: boolean): RunDecoder {
  const decoders = codes.map((code) => {
    // The ends may share a character with their neighbours.
    const least = Math.max(shortestPart, Math.floor((shortest * 8) / code.width) - 1);
    return { code, least, values: valuesOf(code) };
  });
  const numbers = new RegExp(String.raw`(?:\b\d{1,3}[\s,]{1,3}){${shortest - 1},}\d{1,3}\b`, "g");
  return (view) => [
    ...decoders.flatMap(({ code, least, values }) =>
      [...view.text.matchAll(code.run)].flatMap(({ 0: written, index }) => {
        const isCut = isCutAt(view.text, index + written.length);
        if (written.length < least && !isCut) return [];
        const read = readValues(code.width === 4 ? blankOut0x(written) : written, index, values, view);
        if (read.values.length < least && !isCut) return [];
        const decoded: TextView[] = [];
        for (let skipped = 0; skipped < code.group; skipped++) {
          const bytes = decodeBytes(read, skipped, code.width);
          if (isAscii && !mayHoldText(bytes)) continue;
          const text = isAscii ? asciiDecoder.decode(bytes) : oneByteText(bytes);
          decoded.push(viewOf(text, read, skipped, code.width));
        }
        return decoded;
      }),
    ),
    ...[...view.text.matchAll(numbers)].map(({ 0: written, index }) => readNumbers(written, index, view)),
  ];
}

const isCutAt = (text: string, at: number): boolean =>
  at === text.length || text.startsWith("...", at) || text.startsWith("…", at);

function blankOut0x(written: string): string {
  return written.replace(/\b0x/g, "  ");
}

/** By character code; -1 for one that is none of its own. */
function valuesOf({ alphabet, width }: Code): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (const [value, character] of [...alphabet].entries()) {
    values[character.charCodeAt(0)] = value;
    if (width < 6) values[character.toLowerCase().charCodeAt(0)] = value;
  }
  if (width === 6) {
    values[0x2d] = 62;
    values[0x5f] = 63;
  }
  return values;
}

interface Read {
  readonly values: Uint8Array;
  /** Where each stands in the text as it was given. */
  readonly places: Uint32Array;
}

function readValues(written: string, index: number, values: Int8Array, { places }: TextView): Read {
  const read = { values: new Uint8Array(written.length), places: new Uint32Array(written.length) };
  let count = 0;
  for (let at = 0; at < written.length; at++) {
    const value = values[written.charCodeAt(at)] ?? -1;
    if (value < 0) continue;
    read.values[count] = value;
    read.places[count++] = placeOf(places, index + at);
  }
  return { values: read.values.subarray(0, count), places: read.places.subarray(0, count) };
}

function decodeBytes({ values }: Read, skipped: number, width: number): Uint8Array {
  const length = Math.max(0, Math.floor(((values.length - skipped) * width) / 8));
  const bytes = new Uint8Array(length);
  let [held, bits, count] = [0, 0, 0];
  for (let at = skipped; count < length; at++) {
    held = ((held << width) | values[at]!) & 0xffff;
    bits += width;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count++] = held >> bits;
  }
  return bytes;
}

/** Fewer characters in a row are no part of a secret, nor of one that is encoded. */
const shortestText = 6;

/** Most of what is decoded never was encoded: such bytes are rarely characters for long, and go no further. */
function mayHoldText(bytes: Uint8Array): boolean {
  let run = 0;
  for (let at = 0; at < bytes.length; at++) {
    run = isCharacter[bytes[at]!] === 1 ? run + 1 : 0;
    if (run === shortestText) return true;
  }
  return false;
}

/** Printable ASCII and white space. */
const isCharacter = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d),
);

function viewOf(text: string, { places }: Read, skipped: number, width: number): TextView {
  const starts = new Uint32Array(text.length + 1);
  const ends = new Uint32Array(text.length + 1);
  for (let index = 0; index < text.length; index++) {
    starts[index] = places[skipped + Math.floor((index * 8) / width)]!;
    ends[index + 1] = places[skipped + Math.ceil(((index + 1) * 8) / width) - 1]! + 1;
  }
  return { text, places: starts, ends };
}

/** A byte a character, ten times as fast as by character codes; from 0x80 to 0x9f it has others. */
const asciiDecoder = new TextDecoder("latin1");

function oneByteText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

function readNumbers(written: string, index: number, { places }: TextView): TextView {
  const numbers = [...written.matchAll(/\d+/g)];
  const starts = numbers.map((number) => placeOf(places, index + number.index));
  const ends = numbers.map((number) => placeOf(places, index + number.index + number[0].length));
  return {
    text: numbers.map(([number]) => String.fromCharCode(Number(number))).join(""),
    places: Uint32Array.from([...starts, 0]),
    ends: Uint32Array.from([0, ...ends]),
  };
}
