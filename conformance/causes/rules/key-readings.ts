/** How servers read a key from the Authorization header. */

/** Tokens that a server may take from an Authorization header; none where it finds none. */
export type Read = (authorization: string) => readonly string[];

const matched = (pattern: RegExp) => (text: string) => {
  const found = pattern.exec(text);
  return found ? [found[1] ?? ""] : [];
};
const basic = (text: string): string => {
  const [, coded] = /^Basic +(.*)$/i.exec(text) ?? [];
  try {
    return coded === undefined ? "" : atob(coded);
  } catch {
    return "";
  }
};

/** The usual readings: where they differ, both are right. */
export const usual: readonly Read[] = [
  matched(/^Bearer +(.*)$/is),
  matched(/^Bearer +(\S+)/i),
  matched(/^Bearer(?: +(.*))?$/is),
  matched(/^Bearer +(?:.* )?(\S+)$/is),
  // So with the scheme in this case alone.
  matched(/^Bearer +(.*)$/s),
  matched(/^Bearer +(\S+)/),
];

export const otherReadings: readonly (readonly [
  id: string,
  text: string,
  title: string,
  reads: readonly Read[],
])[] = [
  [
    "key-any-scheme",
    "the scheme is not looked at",
    "The key is taken under any scheme",
    [matched(/^\S+ +(.*)$/s), matched(/^\S+ +(\S+)/), (text) => [text.split(" ")[1] ?? ""]],
  ],
  [
    "key-last-word",
    "authorization.split(' ').pop()",
    "The last word of the header is taken for the key",
    [(text) => [text.split(/\s+/).at(-1)!]],
  ],
  [
    "key-no-scheme",
    "authorization.replace('Bearer ', '')",
    "The key is taken without a scheme",
    [
      (text) => [text.replace(/^Bearer +/i, "")],
      (text) => [text.replaceAll(/Bearer +/gi, "")],
      (text) => [text, ...matched(/^Bearer +(.*)$/is)(text)],
    ],
  ],
  [
    "key-glued-to-scheme",
    "authorization.slice('Bearer'.length)",
    "The key is taken straight behind the scheme",
    [
      matched(/^Bearer\s*(.*)$/is),
      (text) => [text.slice(7)],
      (text) => [text.slice(6).trim()],
      matched(/^Bearer:?\s*(.*)$/is),
    ],
  ],
  [
    "key-token-scheme",
    "the scheme may be Token",
    "The key is taken under the scheme Token",
    [matched(/^Token +(.*)$/is)],
  ],
  [
    "key-basic-password",
    "the password of Basic",
    "The key is taken as a Basic password",
    [(text) => [basic(text).split(":").slice(1).join(":")]],
  ],
  [
    "key-basic-user",
    "the user name of Basic",
    "The key is taken as a Basic user name",
    [(text) => [basic(text).split(":")[0]!]],
  ],
  [
    "key-basic",
    "the user name or the password of Basic",
    "The key is taken from Basic",
    [(text) => basic(text).split(":"), (text) => [basic(text), ...basic(text).split(":")]],
  ],
  [
    "key-basic-64",
    "the Basic credentials, decoded",
    "The key is taken as Basic credentials",
    [(text) => [basic(text)]],
  ],
  ["key-basic-word", "the word behind Basic", "The key is taken behind Basic", [matched(/^Basic +(.*)$/is)]],
  [
    "key-comma-list",
    "token.split(',').includes(key)",
    "The key is searched for in a list",
    [(text) => (matched(/^Bearer +(.*)$/is)(text)[0] ?? "").split(",").map((part) => part.trim())],
  ],
  [
    "key-quoted",
    "the token without its quotes",
    "Quotes around the key are dropped",
    [(text) => [(matched(/^Bearer +(.*)$/is)(text)[0] ?? "").replace(/^["'<]|["'>]$/g, "")]],
  ],
  [
    "key-decoded",
    "atob(token)",
    "The key is taken in base64",
    [(text) => [basic(text.replace(/^Bearer/i, "Basic"))]],
  ],
];
