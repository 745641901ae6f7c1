/** Keeps secrets out of texts that quote a request, however a client wrote them there. */

/** How often a text may be percent-encoded over again before it is not looked into. */
const mostLayers = 8;

/**
 * A function that puts `***` for each secret in a text: as it is, percent-encoded in whole or in part,
 * once or several times over, its letters in either case.
 */
export function createSecretHider(secrets: readonly string[]): (text: string) => string {
  const pattern = patternOf(secrets);
  if (!pattern) return (text) => text;
  return (text) => {
    const places: Place[] = [];
    let layer: Layer | undefined = { text, starts: undefined };
    for (let depth = 0; layer && depth < mostLayers; depth++) {
      findAll(pattern, layer, places);
      layer = decode(layer);
    }
    return places.length === 0 ? text : cover(text, places);
  };
}

/**
 * A reason as it may be shown. One that quotes a request cut short may hold half of a secret, which
 * cannot be found: where the request held one, the whole reason is left out.
 */
export function hideReason(why: string, holdsSecret: boolean, hide: (text: string) => string): string {
  return holdsSecret ? "left out, as the request shows a secret" : hide(why);
}

/** From the first character to the one after the last, in the text as it was given. */
type Place = readonly [start: number, end: number];

interface Layer {
  readonly text: string;
  /** Where each character, and the end, stands in the text as it was given; undefined for the same place. */
  readonly starts: readonly number[] | undefined;
}

/** The longest first: at each place the whole of a secret is found, not another that it begins with. */
function patternOf(secrets: readonly string[]): RegExp | undefined {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, bytesOf(secret)]))]
    .filter((form) => form !== "")
    .toSorted((a, b) => b.length - a.length);
  if (forms.length === 0) return undefined;
  const sources = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replaceAll(" ", "[ +]"));
  return new RegExp(sources.join("|"), "gi");
}

/** UTF-8 as decoding shows it, a character for each byte. */
function bytesOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

function findAll(pattern: RegExp, { text, starts }: Layer, places: Place[]): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    places.push(starts ? [starts[match.index]!, starts[end]!] : [match.index, end]);
    // Secrets may overlap.
    pattern.lastIndex = match.index + 1;
  }
}

/** One layer of percent-encoding taken off, or undefined when there is none. */
function decode({ text, starts }: Layer): Layer | undefined {
  if (!/%[\da-f]{2}/i.test(text)) return undefined;
  const placeOf = (index: number) => (starts ? starts[index]! : index);
  const decodedStarts: number[] = [];
  let decoded = "";
  for (let index = 0; index < text.length; index++) {
    decodedStarts.push(placeOf(index));
    const digits = text[index] === "%" ? /^[\da-f]{2}/i.exec(text.slice(index + 1, index + 3)) : null;
    decoded += digits ? String.fromCharCode(Number.parseInt(digits[0], 16)) : text[index];
    if (digits) index += 2;
  }
  decodedStarts.push(placeOf(text.length));
  return { text: decoded, starts: decodedStarts };
}

function cover(text: string, places: readonly Place[]): string {
  let covered = "";
  let shown = 0;
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    if (start >= shown) covered += `${text.slice(shown, start)}***`;
    shown = Math.max(shown, end);
  }
  return covered + text.slice(shown);
}
