/** Small pieces of text. */

/** `ticks` in it stand for code. */
export function Ticks({ text }: { readonly text: string }) {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}

/** Names with what each stands for. */
export function Terms({
  terms,
}: {
  readonly terms: readonly (readonly [name: string, text?: string | null])[];
}) {
  return (
    <dl class="headers">
      {terms.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
