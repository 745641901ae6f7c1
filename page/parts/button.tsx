/** A button with a text, or with an icon whose name is read by screen readers and shown by a tooltip. */

import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  /** The text of the button. */
  readonly text?: ComponentChildren;
  readonly icon?: IconName | undefined;
  /** The name of a button without text, or a longer name than the text. */
  readonly label?: string;
  /** `primary` for the main action of a part, `danger` for an action that removes something. */
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
      // A disabled button keeps the focus, which the browser's own attribute would remove.
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
