/** Actions behind a button: a list in the browser's top layer, so that nothing cuts it. */

import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";
import { set } from "./set.ts";

export interface MenuItem {
  readonly text: string;
  readonly icon: IconName;
  readonly danger?: boolean;
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
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-controls={isOpen.value ? id : undefined}
        title={label}
        tabIndex={tabIndex}
        onClick={() => set(isOpen, !isOpen.value)}
      >
        <Icon name="more" />
      </button>
      {isOpen.value && (
        <MenuList
          id={id}
          label={label}
          items={items}
          opener={button.current!}
          onClose={() => set(isOpen, false)}
        />
      )}
    </>
  );
}

interface MenuListProps extends MenuProps {
  readonly id: string;
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -99, End: 99 };

function MenuList({ id, label, items, opener, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const itemsOf = () => [...list.current!.querySelectorAll<HTMLElement>("[role=menuitem]")];
  useLayoutEffect(() => {
    const element = list.current!;
    const view = element.ownerDocument.defaultView!;
    element.showPopover();
    const from = opener.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const below = from.bottom + height < view.innerHeight;
    element.style.top = `${Math.max(4, below ? from.bottom + 2 : from.top - height - 2)}px`;
    element.style.left = `${Math.max(4, Math.min(from.right - width, view.innerWidth - width - 4))}px`;
    itemsOf()[0]?.focus();
    // A press elsewhere closes it; the button it came from toggles it by itself.
    const onPress = (event: PointerEvent) => {
      const path = event.composedPath();
      if (!path.includes(element) && !path.includes(opener)) onClose();
    };
    const { ownerDocument } = element;
    ownerDocument.addEventListener("pointerdown", onPress, true);
    return () => ownerDocument.removeEventListener("pointerdown", onPress, true);
  }, []);
  const leave = () => {
    opener.focus();
    onClose();
  };
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      class="menu"
      popover="manual"
      tabIndex={-1}
      onKeyDown={(event) => {
        event.stopPropagation();
        const step = steps[event.key];
        if (event.key === "Escape" || event.key === "Tab") leave();
        else if (step !== undefined) {
          const all = itemsOf();
          const place = all.indexOf(event.target as HTMLElement);
          const next = Math.abs(step) === 1 ? (place + step + all.length) % all.length : step < 0 ? 0 : -1;
          all.at(next)?.focus();
        } else return;
        event.preventDefault();
      }}
    >
      {items.map(({ text, icon, danger, disabled, onPress }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          class={danger ? "danger" : ""}
          tabIndex={-1}
          aria-disabled={disabled || undefined}
          onClick={() => {
            if (disabled) return;
            leave();
            onPress();
          }}
        >
          <Icon name={icon} />
          {text}
        </button>
      ))}
    </div>
  );
}
