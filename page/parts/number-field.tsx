/** A whole number, taken when its field is left or at Return. What cannot be used is told at the field, and never changed. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { readId } from "../../base/ids.ts";
import { Field } from "./controls.tsx";
import { formatCount } from "./format.ts";
import { set } from "./set.ts";

interface Shown {
  readonly label: string;
  readonly placeholder?: string;
  /** Whether it cannot be left empty. */
  readonly required?: boolean;
}
type NumberFieldProps = Shown &
  (
    | {
        readonly kind?: "number";
        readonly value: number | undefined;
        readonly least?: number;
        readonly most: number;
        readonly onCommit: (value: number | undefined) => void;
      }
    | {
        /** Its digits, as a number would round them. */
        readonly kind: "int64";
        readonly value: string | undefined;
        readonly onCommit: (value: string | undefined) => void;
      }
  );

export function NumberField(props: NumberFieldProps) {
  const shown = props.value === undefined ? "" : String(props.value);
  const text = useSignal(shown);
  const problem = useSignal<string | undefined>(undefined);
  useLayoutEffect(() => {
    text.value = shown;
    problem.value = undefined;
  }, [shown]);
  const commit = () => {
    const entered = text.value.trim();
    problem.value = problemOf(props, entered);
    if (problem.value !== undefined || entered === shown) return;
    if (props.kind === "int64") props.onCommit(entered === "" ? undefined : entered);
    else props.onCommit(entered === "" ? undefined : Number(entered));
  };
  return (
    <Field
      label={props.label}
      numeric
      placeholder={props.placeholder}
      value={text.value}
      problem={problem.value}
      onInput={(entered) => set(text, entered)}
      onCommit={commit}
    />
  );
}

function problemOf(props: NumberFieldProps, entered: string): string | undefined {
  if (entered === "" && !props.required) return undefined;
  const got = entered === "" ? "nothing" : entered.slice(0, 40);
  if (props.kind === "int64") {
    return readId(entered) === undefined ? `An order id is an integer (int64), got ${got}.` : undefined;
  }
  const { least = 0, most } = props;
  const isFine = /^\d{1,15}$/.test(entered) && Number(entered) >= least && Number(entered) <= most;
  return isFine
    ? undefined
    : `A whole number from ${formatCount(least)} to ${formatCount(most)}, got ${got}.`;
}
