/** Keeps the API key out of everything a run writes, by its value and not by where it stands. */

/** What stands where the key was. */
export const maskedKey = "***";
/** What stands where the key less its last character was: the suite sends that, and it tells almost as much. */
export const maskedCutKey = "***%?";

/** A form shorter than this cannot be told from ordinary text, and would mask half the report. */
const shortestForm = 3;
/** The same for what only looks like a part of the key: its core in base64, its beginning before a cut. */
const shortestPart = 6;

/** What stands where the value of a header of the user's was. */
const hidden = "(hidden)";

/**
 * A function that masks a key in any text: as it is, escaped in any way, in
 * base64, and cut short; and other secrets as they are.
 */
export function createRedactor(apiKey: string, secrets: readonly string[] = []): (text: string) => string {
  const others = secrets.filter((secret) => secret.length >= shortestPart);
  const maskKey = createKeyRedactor(apiKey);
  return (text) => others.reduce((rest, secret) => rest.replaceAll(secret, hidden), maskKey(text));
}

function createKeyRedactor(apiKey: string): (text: string) => string {
  const cutKey = apiKey.slice(0, -1);
  // The longer first: a shorter one may be a part of it.
  const encoded = [...base64Forms(apiKey), ...base64Forms(cutKey)].toSorted((a, b) => b.length - a.length);
  const beginnings = [apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1), ...encoded];
  const [whole, cut] = [apiKey, cutKey].map((key) => new RegExp(escapedPattern(key) || "(?!)", "g"));
  return (text) => {
    const withoutWhole = text.replace(whole!, maskedKey);
    const withoutBase64 = encoded.reduce((rest, form) => rest.replaceAll(form, maskedKey), withoutWhole);
    return maskBeginnings(withoutBase64.replace(cut!, maskedCutKey), beginnings);
  };
}

const htmlNames: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

/**
 * Text with any character as it is, or as URLs, JSON or HTML may write it:
 * encoders differ in what they escape, and some text is escaped twice.
 */
function escapedPattern(text: string): string {
  if (text.length < shortestForm) return "";
  const ways = [...text].map((character) => {
    const code = character.codePointAt(0)!;
    const hex = anyCase(code.toString(16));
    const literal = character.replace(/[^\w\s]/, "\\$&");
    const percent = [...new TextEncoder().encode(character)].map(
      (byte) => `%(?:25)*${anyCase(hexPair(byte))}`,
    );
    const json = `\\\\+(?:${literal}|u0*${hex})`;
    const html = `&(?:#0*${code}|#[xX]0*${hex}|${htmlNames[character] ?? "#"});`;
    return `(?:${html}|${json}|${percent.join("")}|${literal})`;
  });
  return ways.join("");
}

function hexPair(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * base64 of the key alone and as a Basic user name; then, wherever it stands in
 * what was encoded, the part that its neighbours cannot change. In both alphabets.
 */
function base64Forms(key: string): readonly string[] {
  if (!/^[\x20-\x7e]+$/.test(key)) return [];
  const whole = [btoa(key), btoa(`${key}:`)].flatMap((form) => [form, form.replace(/=+$/, "")]);
  const cores = [0, 1, 2].map((before) => {
    const bits = (before + key.length) * 8;
    return btoa(" ".repeat(before) + key).slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  });
  const forms = [...whole, ...cores].filter((form) => form.length >= shortestPart);
  const variants = forms.flatMap((form) => [
    form,
    form.replaceAll("+", "-").replaceAll("/", "_"),
    form.replaceAll("/", "\\/"),
    encodeURIComponent(form),
  ]);
  return [...new Set(variants)];
}

/** Masks the beginning of a form where the text goes no further: at `...` and at its end. */
function maskBeginnings(text: string, forms: readonly string[]): string {
  let masked = "";
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(/\.\.\.|…|$/g)) {
    const piece = text.slice(from, index);
    const part = Math.max(...forms.map((form) => endingPart(piece, form)));
    masked += (part >= shortestPart ? piece.slice(0, -part) + maskedKey : piece) + mark;
    from = index + mark.length;
  }
  return masked;
}

/** How much of a form's beginning ends the text. */
function endingPart(text: string, form: string): number {
  const start = form.slice(0, shortestPart);
  let at = Math.max(0, text.length - form.length);
  for (at = text.indexOf(start, at); at >= 0; at = text.indexOf(start, at + 1)) {
    if (start.length === shortestPart && form.startsWith(text.slice(at))) return text.length - at;
  }
  return 0;
}
