/** Something to press: with words, or with a picture whose words a screen reader says and a pointer shows. */

import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  /** The words of a picture that stands alone. */
  readonly label?: string;
  /** `primary` for the one thing a part is for, `danger` for what takes something away. */
  readonly look?: "plain" | "primary" | "danger" | "quiet";
  readonly type?: "button" | "submit";
  readonly tabIndex?: number;
  readonly disabled?: boolean | undefined;
  readonly pressed?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly onPress?: (() => void) | undefined;
}

export function Button(props: ButtonProps) {
  const { children, icon, label, look = "plain", type = "button", disabled, onPress } = props;
  return (
    <button
      type={type}
      class={`${label === undefined ? "button" : "icon-button"} ${look}`}
      aria-label={label}
      // One that is disabled keeps the focus: the browser's own attribute would drop it.
      aria-disabled={disabled || undefined}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      title={props.hint ?? label}
      tabIndex={props.tabIndex}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onPress?.();
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
