/** Something to press: with words, or with a picture whose words a screen reader says and a pointer shows. */

import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  /** The words on it. */
  readonly text?: ComponentChildren;
  readonly icon?: IconName | undefined;
  /** The name of a button without text, or a longer name than the text. */
  readonly label?: string;
  /** `primary` for the one thing a part is for, `danger` for what takes something away. */
  readonly look?: "primary" | "danger" | "quiet" | undefined;
  readonly type?: "button" | "submit";
  readonly tabIndex?: number;
  readonly disabled?: boolean | undefined;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly hint?: string;
  readonly onPress?: () => void;
}

export function Button({ text, icon, label, look, disabled, hint, onPress, ...props }: ButtonProps) {
  return (
    <button
      type={props.type ?? "button"}
      class={`${text === undefined ? "icon-button" : "button"} ${look ?? ""}`}
      aria-label={label}
      // One that is disabled keeps the focus: the browser's own attribute would drop it.
      aria-disabled={disabled || undefined}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      title={hint ?? label}
      tabIndex={props.tabIndex}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onPress?.();
      }}
    >
      {icon && <Icon name={icon} />}
      {text}
    </button>
  );
}
