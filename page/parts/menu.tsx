/** A menu of actions behind a button, in the browser's top layer, so that no element clips it. */

import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { Button, type ButtonProps } from "./button.tsx";
import { set } from "./set.ts";

interface MenuItem extends Pick<ButtonProps, "icon" | "look" | "disabled"> {
  readonly text: string;
  /** The name of the action outside of a menu. */
  readonly label?: string;
  readonly onPress: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly tabIndex?: number;
}

export function Menu({ label, items, tabIndex }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  /** The items are rendered while they are shown: a long table has a menu in each row. */
  const isOpen = useSignal(false);
  const buttons = () => [...list.current!.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const all = buttons();
    const place = all.indexOf(event.target as HTMLElement);
    const next = { ArrowDown: (place + 1) % all.length, ArrowUp: place - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) all.at(next)?.focus();
    else if (event.key === "Tab") list.current!.hidePopover();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Button icon="more" label={label} aria-haspopup="menu" tabIndex={tabIndex} popovertarget={id} />
      <div
        ref={list}
        id={id}
        role="menu"
        aria-label={label}
        class="menu"
        popover="auto"
        onBeforeToggle={({ newState }) => newState === "open" && set(isOpen, true)}
        onToggle={({ newState }) => {
          if (newState === "open") buttons()[0]!.focus();
          // Only now, since the browser moves the focus from an item back to the button.
          else isOpen.value = false;
        }}
        onKeyDown={onKeyDown}
      >
        {isOpen.value &&
          items.map(({ onPress, label: _label, ...item }) => (
            <Button
              key={item.text}
              {...item}
              role="menuitem"
              tabIndex={-1}
              onPress={() => {
                list.current!.hidePopover();
                onPress();
              }}
            />
          ))}
      </div>
    </>
  );
}
