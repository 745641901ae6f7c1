/** Labelled ways to enter something. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect } from "preact/hooks";
import { readId } from "../../base/ids.ts";
import { formatCount } from "./format.ts";
import { set } from "./set.ts";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly type?: "text" | "search" | "password";
  readonly placeholder?: string | undefined;
  readonly numeric?: boolean;
  /** Its text is data. */
  readonly mono?: boolean;
  readonly hideLabel?: boolean;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  /** The field is left, or Return is pressed. */
  readonly onCommit?: (() => void) | undefined;
}

export function Field(props: FieldProps) {
  const { label, value, onInput, hint, problem, type = "text" } = props;
  const id = useId();
  const note = problem ?? hint;
  return (
    <div class={`field ${props.hideLabel ? "bare" : ""}`}>
      <label for={id} class={props.hideLabel ? "unseen" : undefined}>
        {label}
      </label>
      <input
        id={id}
        type={type as "text"}
        value={value}
        class={props.numeric || props.mono ? "data" : undefined}
        inputMode={props.numeric ? "numeric" : undefined}
        placeholder={props.placeholder}
        required={props.required}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={note && `${id}-note`}
        // biome-ignore lint/a11y/noAutofocus: only where a person has just asked for the form
        autoFocus={props.autoFocus}
        onInput={(event) => onInput(event.currentTarget.value)}
        onChange={props.onCommit}
        onKeyDown={(event) => {
          if (event.key === "Enter") props.onCommit?.();
        }}
      />
      {note && (
        <p id={`${id}-note`} class={problem ? "problem" : "hint"} role={problem ? "alert" : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
  readonly hideLabel?: boolean;
}

/** One of a list, folded away. */
export function Select<Value extends string>(props: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div class={`field ${props.hideLabel ? "bare" : ""}`}>
      <label for={id} class={props.hideLabel ? "unseen" : undefined}>
        {props.label}
      </label>
      <select
        id={id}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value as Value)}
      >
        {props.options.map(([value, text]) => (
          <option key={value} value={value} selected={value === props.value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** One of a few, side by side. */
export function Segments<Value extends string>(props: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">{props.label}</legend>
      {props.options.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            class="unseen"
            name={name}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: ComponentChildren;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        class="unseen"
        checked={on}
        aria-checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="track" aria-hidden="true" />
      <span>{label}</span>
    </label>
  );
}

interface SliderProps {
  readonly label: string;
  /** A place on the slider, 0 to `steps`. */
  readonly value: number;
  readonly steps: number;
  /** What the place means, as it is shown and said. */
  readonly text: string;
  readonly onInput: (value: number) => void;
}

export function Slider({ label, value, steps, text, onInput }: SliderProps) {
  const id = useId();
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <output for={id}>{text}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={steps}
        step={1}
        value={value}
        aria-valuetext={text}
        onInput={(event) => onInput(Number(event.currentTarget.value))}
      />
    </div>
  );
}

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

/** A whole number, taken when its field is left or at Return. What cannot be used is told at the field, and never changed. */
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
