/** Exchanges in HTTP Archive 1.2, which browsers' network panels, proxies and mocks write and read. */

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** The text of a file before its first entry; entries follow, separated by commas. */
export function harStart(creator: { readonly name: string; readonly version: string }): string {
  return `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`;
}

/** The text of a file behind its last entry. */
export const harEnd = "\n]}}\n";

export function harPairs(pairs: Iterable<readonly [name: string, value: string]>): HarPair[] {
  return Array.from(pairs, ([name, value]) => ({ name, value }));
}

/** The parameters of a query, not decoded, as in Chromium's HAR: decoding could reveal a masked secret. */
export function harQuery(target: string): HarPair[] {
  const mark = target.indexOf("?");
  const parameters = mark < 0 ? [] : target.slice(mark + 1).split("&");
  return parameters.filter(Boolean).map((parameter) => {
    const [name = "", ...value] = parameter.split("=");
    return { name, value: value.join("=") };
  });
}
