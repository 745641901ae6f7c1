/** HTTP Archive 1.2, as far as exchanges go: what browsers' network panels, proxies and mocks write and open. */

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export interface HarContent {
  /** Bytes, content coding undone. */
  readonly size: number;
  readonly mimeType: string;
  /** Left out where the recording does not have it. */
  readonly text?: string;
  /** `base64` for bytes that are no UTF-8. */
  readonly encoding?: string;
}

export interface HarEntry {
  /** RFC 3339; digits beyond milliseconds are kept. */
  readonly startedDateTime: string;
  /** Milliseconds to the end of the answer. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    /** 0 where no answer came. */
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: readonly HarPair[];
    readonly content: HarContent;
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
    /** Why there is no answer, as browsers write it, too. */
    readonly _error?: string;
    /** Bytes found behind an answer that has none. */
    readonly _stray?: string;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  /** Names the connection; entries of one name shared it. */
  readonly connection?: string;
  readonly comment?: string;
}

export interface HarCreator {
  readonly name: string;
  readonly version: string;
}

/** All of a file before its first entry; entries follow, with commas between them. */
export function harStart(creator: HarCreator): string {
  return `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`;
}

export const harEnd = "\n]}}\n";

/** Bytes that came behind an answer when its entry had been written already. */
export interface HarStray {
  /** Its place in the list of entries, from 0. */
  readonly entry: number;
  readonly text: string;
}

/** The end of a file that has such bytes, in a field of its own, as HAR 1.2 allows. */
export function harEndWith(strays: readonly HarStray[]): string {
  return strays.length === 0 ? harEnd : `\n],"_strays":${JSON.stringify(strays)}}}\n`;
}

export function harPairs(pairs: Iterable<readonly [name: string, value: string]>): HarPair[] {
  return Array.from(pairs, ([name, value]) => ({ name, value }));
}

export function harQuery(target: string): HarPair[] {
  const mark = target.indexOf("?");
  return mark < 0 ? [] : harPairs(new URLSearchParams(target.slice(mark + 1)));
}
