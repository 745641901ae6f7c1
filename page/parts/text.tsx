/** Small text components. */

import type { ComponentChild } from "preact";

/** Text with `code` between backticks. */
export function Ticks({ text }: { readonly text: string }) {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}

interface TermsProps {
  readonly terms: readonly (readonly [name: string, text: ComponentChild])[];
  /** The meanings are words, not data. */
  readonly ofWords?: boolean;
}

/** A list of names with their meanings. */
export function Terms({ terms, ofWords = false }: TermsProps) {
  return (
    <dl class="terms">
      {terms.map(([name, text]) => (
        <div key={name}>
          <dt class="data muted">{name}</dt>
          <dd class={ofWords ? "small" : "data"}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
