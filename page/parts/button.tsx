/** A button with a text, or with an icon whose name is read by screen readers and shown by a tooltip. */

import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

export interface ButtonProps extends ButtonHTMLAttributes {
  /** The text of the button. */
  readonly text?: ComponentChildren;
  readonly icon?: IconName | undefined;
  /** The name of a button without text, or a longer name than the text. */
  readonly label?: string;
  /** `primary` for the main action of a part, `danger` for an action that removes something. */
  readonly look?: "primary" | "danger" | "quiet" | "skip" | undefined;
  readonly disabled?: boolean | undefined;
  readonly hint?: string;
  readonly onPress?: () => void;
}

export function Button({ text, icon, label, look, disabled, hint, onPress, ...native }: ButtonProps) {
  return (
    <button
      type="button"
      {...native}
      class={`button ${text === undefined ? "icon-button" : ""} ${look ?? ""}`}
      aria-label={label}
      // A disabled button keeps the focus, which the browser's own attribute would remove.
      aria-disabled={disabled || undefined}
      title={hint ?? label}
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
