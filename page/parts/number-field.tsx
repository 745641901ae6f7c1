/** A number that is taken when its field is left, or at Return: not digit by digit. */

import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect } from "preact/hooks";

interface NumberFieldProps {
  readonly label: string;
  /** Shown; digits as text where a number would round them. */
  readonly value: number | string | undefined;
  readonly placeholder?: string;
  readonly least?: number;
  readonly most?: number;
  /** @param number undefined for an empty field @param text as it was entered */
  readonly onCommit: (number: number | undefined, text: string) => void;
}

export function NumberField({
  label,
  value,
  placeholder,
  least = 0,
  most = Infinity,
  onCommit,
}: NumberFieldProps) {
  const id = useId();
  const shown = value === undefined ? "" : String(value);
  const text = useSignal(shown);
  useLayoutEffect(() => {
    text.value = shown;
  }, [shown]);
  const commit = () => {
    const entered = text.value.trim();
    if (entered === shown) return;
    const isText = typeof value === "string" || !/^\d{1,15}$/.test(entered);
    const number = entered === "" || isText ? undefined : Math.min(most, Math.max(least, Number(entered)));
    if (number !== undefined) text.value = String(number);
    onCommit(number, entered);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="number"
        inputMode="numeric"
        autocomplete="off"
        placeholder={placeholder}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
        onChange={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </div>
  );
}
