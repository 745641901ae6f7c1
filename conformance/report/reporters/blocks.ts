/** A report as a tree of blocks: the one model of what is shown. A renderer for each format writes it. */

import type { Evidence, Outcome, Result } from "../report.ts";

/** A part of a sentence. A string is any text, also of a server. */
export type Inline = string | { readonly code: string };

export type Text = Inline | readonly Inline[];

export type Fact = readonly [label: string, text: Text];

interface Row {
  /** An anchor, in a format that has links. */
  readonly id?: string;
  /** The anchor of a finding to link to. */
  readonly finding?: string;
  readonly outcome?: Outcome | undefined;
  readonly cells: readonly Text[];
  /** Exchanges, in a format that has room for them. */
  readonly evidence?: Evidence;
}

export interface Finding {
  readonly kind: "finding";
  /** An anchor, in a format that has links. */
  readonly id?: string;
  readonly outcome: Outcome;
  /** A number in place of the outcome's mark. */
  readonly label?: string;
  readonly title: Text;
  /** A short fact beside the title. */
  readonly aside?: string;
  readonly blocks: readonly Block[];
}

/** A block of a kind. */
export type BlockOf<Kind extends Block["kind"]> = Extract<Block, { readonly kind: Kind }>;

export type Block =
  | Finding
  | { readonly kind: "paragraph"; readonly text: Text }
  | { readonly kind: "facts"; readonly rows: readonly Fact[] }
  | { readonly kind: "table"; readonly titles: readonly string[]; readonly rows: readonly Row[] }
  | { readonly kind: "requirements"; readonly results: readonly Pick<Result, "id" | "title" | "outcome">[] }
  /** The exchanges of a result, the deciding one first. */
  | { readonly kind: "evidence"; readonly evidence: Evidence }
  /** Lines for a shell, and the answer to them in one line. */
  | { readonly kind: "command"; readonly text: string; readonly answer?: string };

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export const paragraph = (text: Text): Block => ({ kind: "paragraph", text });

/** The parts of a text. */
export const partsOf = (text: Text): readonly Inline[] => (Array.isArray(text) ? text : [text as Inline]);

/** A table, if it has rows. */
export const table = (titles: readonly string[], rows: BlockOf<"table">["rows"]): readonly Block[] =>
  rows.length > 0 ? [{ kind: "table", titles, rows }] : [];

export const facts = (rows: readonly Fact[]): readonly Block[] =>
  rows.length > 0 ? [{ kind: "facts", rows }] : [];

export const codes = (ids: readonly string[]): Text =>
  ids.flatMap((code, index) => (index === 0 ? [{ code }] : [", ", { code }]));

/** A sentence of the kit, with code between backticks. A single backtick is text. */
export function prose(text: string): Text {
  const parts = text.split("`");
  return parts.length % 2 === 0
    ? text
    : parts.map((part, place) => (place % 2 === 1 ? { code: part } : part));
}
