/** Small pieces of text. */

/** `ticks` in it mark code. */
export function Ticks({ text }: { readonly text: string }) {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}

/** The end of it, for a style to leave out. */
export function Cut({ text, at }: { readonly text: string; readonly at: number }) {
  return (
    <>
      {text.slice(0, at)}
      <span>{text.slice(at)}</span>
    </>
  );
}

interface TermsProps {
  readonly terms: readonly (readonly [name: string, text?: string | null])[];
  /** `hints` where a person reads them once, not as data. */
  readonly look?: "headers" | "hints";
}

/** Names with their meanings. */
export function Terms({ terms, look = "headers" }: TermsProps) {
  return (
    <dl class={look}>
      {terms.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
