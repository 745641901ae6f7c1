/** The panel inside of an application: a button in a corner, and a drawer with the same sections as the page. */

import type { Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { App } from "../app.tsx";
import type { Model } from "../model/model.ts";
import { Icon } from "../parts/icon.tsx";
import type { SectionName } from "../sections.ts";
import type { Corner } from "./corner.ts";

interface PanelProps {
  readonly model: Model;
  readonly section: Signal<SectionName>;
  readonly isOpen: Signal<boolean>;
  /** Of the drawer, in hundredths of the window. */
  readonly height: Signal<number>;
  readonly corner: Corner;
  /** Told to the person who looks at the button. */
  readonly shortcut: string | undefined;
}

const [lowest, highest, step] = [25, 95, 5];
const within = (height: number) => Math.round(Math.min(highest, Math.max(lowest, height)));

export function Panel({ model, section, isOpen, height, corner, shortcut }: PanelProps) {
  const button = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen.value);
  const close = () => {
    isOpen.value = false;
  };
  // The focus goes in with the person and comes back; a panel that was open at the start takes it from nobody.
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen.value) return;
    wasOpen.current = isOpen.value;
    if (isOpen.value) drawer.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    else button.current?.focus();
  }, [isOpen.value]);
  const count = model.weather.rules.value.length;
  return (
    <div class="panel">
      <button
        ref={button}
        type="button"
        class={`panel-button ${corner}`}
        aria-expanded={isOpen.value}
        aria-label={`Store Orders mock${count > 0 ? `, ${count} faults` : ""}`}
        title={shortcut === undefined ? "Store Orders mock" : `Store Orders mock (${shortcut})`}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name="ship" />
        {count > 0 && <span class="mark">{count}</span>}
      </button>
      {isOpen.value && (
        <section
          ref={drawer}
          class="drawer"
          aria-label="Store Orders mock"
          style={{ height: `${height.value}vh` }}
          onKeyDown={(event) => {
            const isInDialog = (event.target as Element).closest("dialog");
            if (event.key === "Escape" && !event.defaultPrevented && !isInDialog) close();
          }}
        >
          <DrawerEdge height={height} />
          <App model={model} section={section} onClose={close} />
        </section>
      )}
    </div>
  );
}

/** Dragged, or moved by the arrow keys. */
function DrawerEdge({ height }: { readonly height: Signal<number> }) {
  const edge = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = edge.current!;
    const move = (event: PointerEvent) => {
      if (element.hasPointerCapture(event.pointerId))
        height.value = within(100 - (event.clientY / innerHeight) * 100);
    };
    element.addEventListener("pointermove", move);
    return () => element.removeEventListener("pointermove", move);
  }, [height]);
  return (
    <div
      ref={edge}
      class="drawer-edge"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the panel"
      aria-valuenow={height.value}
      aria-valuemin={lowest}
      aria-valuemax={highest}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onKeyDown={(event) => {
        const change = event.key === "ArrowUp" ? step : event.key === "ArrowDown" ? -step : 0;
        if (change === 0) return;
        event.preventDefault();
        height.value = within(height.value + change);
      }}
    />
  );
}
