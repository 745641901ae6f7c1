/** Something to press: with words, or with a picture whose words a screen reader says and a pointer shows. */

import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  /** `primary` for the one thing a part is for, `danger` for what takes something away. */
  readonly look?: "plain" | "primary" | "danger" | "quiet";
  readonly type?: "button" | "submit";
  readonly disabled?: boolean | undefined;
  readonly pressed?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly onPress?: (() => void) | undefined;
}

export function Button({ children, icon, look = "plain", type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${look}`}
      aria-disabled={rest.disabled || undefined}
      aria-pressed={rest.pressed}
      aria-expanded={rest.expanded}
      title={rest.hint}
      onClick={pressOf(rest.disabled, rest.onPress)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** One that is disabled keeps the focus: the browser's own attribute would drop it. */
function pressOf(disabled: boolean | undefined, onPress: (() => void) | undefined) {
  return (event: Event) => {
    if (disabled) event.preventDefault();
    else onPress?.();
  };
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly tabIndex?: number;
  readonly disabled?: boolean;
  readonly look?: "plain" | "danger";
  readonly pressed?: boolean;
  readonly onPress: () => void;
}

export function IconButton({
  icon,
  label,
  tabIndex,
  disabled,
  look = "plain",
  pressed,
  onPress,
}: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${look}`}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      tabIndex={tabIndex}
      aria-disabled={disabled || undefined}
      onClick={pressOf(disabled, onPress)}
    >
      <Icon name={icon} />
    </button>
  );
}
