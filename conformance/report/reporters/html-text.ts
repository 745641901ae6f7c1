/** HTML whose values cannot break out of their place: whatever is put into a template is escaped there. */

import { printable } from "./page.ts";

/** Text that is HTML already. Only this module can make it, so no plain string ever passes for it. */
class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Html };

type HtmlValue = Html | string | number | null | readonly HtmlValue[];

/** A piece of a page. Texts are escaped, pieces and lists of pieces are taken in, null leaves nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(formatValue)));
}

/** A sentence of the kit's own, in which backticks set off what is code. */
export function prose(text: string): Html {
  const parts = text.split("`");
  // An even number of parts has a backtick without a partner.
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Text for a `<pre>`: its line breaks stay, everything else that steers is made visible. */
export function verbatim(text: string): Html {
  return new Html(
    text
      .split(/\r\n|\r|\n/)
      .map(escapeHtml)
      .join("\n"),
  );
}

function formatValue(value: HtmlValue): string {
  if (value === null) return "";
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(formatValue).join("");
  return escapeHtml(String(value));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  // A lone surrogate has no bytes in UTF-8.
  return printable(text.toWellFormed()).replace(/[&<>"']/g, (character) => entities[character]!);
}
