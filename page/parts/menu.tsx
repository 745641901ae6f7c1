/** A menu of actions behind a button, in the browser's top layer, so that no element clips it. */

import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";
import type { IconName } from "./icon.tsx";
import { set } from "./set.ts";

export interface MenuItem {
  readonly text: string;
  readonly icon: IconName;
  readonly look?: "danger";
  /** The name of the action outside of a menu. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly tabIndex?: number;
}

export function Menu({ label, items, tabIndex }: MenuProps) {
  const isOpen = useSignal(false);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const buttons = () => [...list.current!.querySelectorAll<HTMLElement>("[role=menuitem]")];
  useLayoutEffect(() => buttons()[0]?.focus(), [isOpen.value]);
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
        onToggle={(event) => {
          set(isOpen, event.newState === "open");
          // A menu that is closed and opened at once has one event, and its items are there already.
          buttons()[0]?.focus();
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
