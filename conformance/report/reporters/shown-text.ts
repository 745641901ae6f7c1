/** How much of a text is shown, and how a time is written. */

import type { ReportedExchange } from "../report.ts";

/** The beginning of a text; a character of two code units is not torn. */
export function cutText(text: string, most: number): { readonly text: string; readonly whole: boolean } {
  if (text.length <= most) return { text, whole: true };
  return { text: text.slice(0, most).replace(/[\uD800-\uDBFF]$/, ""), whole: false };
}

/** A text that ends with an ellipsis where it was longer. */
export function shorten(text: string, most: number): string {
  const { text: beginning, whole } = cutText(text, most);
  return whole ? beginning : `${beginning}…`;
}

/** Whether the report holds less of the body than came. */
export function isBodyCut({ body, bodyBytes }: NonNullable<ReportedExchange["answer"]>): boolean {
  return new TextEncoder().encode(body).length < bodyBytes;
}

export function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
