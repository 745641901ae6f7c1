/** Labelled form controls. */

import { useSignal } from "@preact/signals";
import type { InputHTMLAttributes } from "preact";
import { useId, useLayoutEffect } from "preact/hooks";
import { Button } from "./button.tsx";
import type { IconName } from "./icon.tsx";
import type { Reading } from "./reading.ts";
import { bound } from "./set.ts";

interface FieldProps extends Pick<InputHTMLAttributes, "placeholder" | "autoFocus"> {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem?: string | undefined;
  readonly type?: "text" | "search" | "password";
  /** Number of lines of a text that has several. */
  readonly rows?: number;
  readonly numeric?: boolean;
  /** Whether its text is data, in the font of data. */
  readonly mono?: boolean;
  readonly hideLabel?: boolean;
  /** Called when a changed field loses the focus, or Return is pressed in it. */
  readonly onCommit?: () => void;
}

export function Field({ label, type, problem, rows, numeric, mono, hideLabel, ...props }: FieldProps) {
  const { onInput, onCommit, ...native } = props;
  const id = useId();
  const Input = (rows === undefined ? "input" : "textarea") as "input";
  return (
    <div class="field stack">
      <label for={id} class={hideLabel ? "unseen" : undefined}>
        {label}
      </label>
      <Input
        id={id}
        type={type as "text"}
        {...native}
        {...(rows !== undefined && { rows })}
        class={numeric || mono ? "data" : undefined}
        inputMode={numeric ? "numeric" : undefined}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-note`}
        onInput={(event) => onInput(event.currentTarget.value)}
        onChange={onCommit}
      />
      {problem && (
        <p id={`${id}-note`} class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onInput: (value: Value) => void;
  readonly hideLabel?: boolean;
}

/** A choice from a list. */
export function Select<Value extends string>({ label, value, options, ...props }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div class="field stack">
      <label for={id} class={props.hideLabel ? "unseen" : undefined}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => props.onInput(event.currentTarget.value as Value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A choice from a few visible options. */
export function Segments<Value extends string>({ label, value, options, onInput }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input
            type="radio"
            class="unseen"
            name={name}
            checked={each === value}
            onChange={() => onInput(each)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ValueFieldProps<Value> {
  readonly label: string;
  /** The value as text, empty where there is none. */
  readonly shown: string;
  readonly reading: Reading<Value>;
  /** The meaning of an empty field; undefined if it must not be empty. */
  readonly placeholder?: string | undefined;
  readonly onCommit: (value: Value | undefined) => void;
}

/**
 * A field whose value is applied at Return or when it loses the focus. A wrong value stays in the field, with a message,
 * and is not applied.
 */
export function ValueField<Value>({ label, placeholder, ...props }: ValueFieldProps<Value>) {
  const { reading, onCommit, shown } = props;
  const text = useSignal(shown);
  const problem = useSignal<string | undefined>(undefined);
  useLayoutEffect(() => {
    text.value = shown;
    problem.value = undefined;
  }, [shown]);
  const commit = () => {
    const entered = text.value.trim();
    const value = reading.read(entered);
    const isFine = value !== undefined || (entered === "" && placeholder !== undefined);
    problem.value = isFine ? undefined : `${reading.allowed}, got ${entered.slice(0, 40) || "nothing"}.`;
    if (isFine && entered !== shown) onCommit(value);
  };
  return (
    <Field
      label={label}
      numeric={!reading.isText}
      mono
      placeholder={placeholder}
      {...bound(text)}
      problem={problem.value}
      onCommit={commit}
    />
  );
}

interface TextFormProps {
  /** The message of the form, where the field has none. */
  readonly name?: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: "password";
  /** Returns why a text cannot be used; undefined where it can. */
  readonly problemOf?: (text: string) => string | undefined;
  readonly button: string;
  readonly icon?: IconName;
  readonly look?: "primary";
  readonly onSubmit: (text: string) => void;
}

/** One field with a button. */
export function TextForm({ name, button, icon, look, problemOf, onSubmit, ...field }: TextFormProps) {
  const text = useSignal("");
  const given = text.value.trim();
  const problem = given === "" ? undefined : problemOf?.(given);
  return (
    <form
      class="inline-form row"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== "" && problem === undefined) onSubmit(given);
      }}
    >
      <Field {...field} {...bound(text)} problem={problem} />
      <Button
        type="submit"
        text={button}
        icon={icon}
        look={look}
        disabled={given === "" || problem !== undefined}
      />
    </form>
  );
}
