/** The panel inside of an application: a button in a corner, and the page's sections beside the application or in a window. */

import type { Signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { App } from "../app.tsx";
import type { Model } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { set } from "../parts/set.ts";
import type { SectionName } from "../sections.ts";
import { pageStyle } from "../style/page-style.ts";

/** Where the panel's button stands. */
export const corners = ["bottom-right", "bottom-left", "top-right", "top-left"] as const;
export type Corner = (typeof corners)[number];
/** Where the open panel is. */
export const docks = ["bottom", "right", "window"] as const;
export type Dock = (typeof docks)[number];

interface PanelProps {
  readonly model: Model;
  readonly section: Signal<SectionName>;
  readonly isOpen: Signal<boolean>;
  readonly dock: Signal<Dock>;
  /** Of the drawer, in hundredths of the window: its height at the bottom, its width at the right. */
  readonly size: Signal<number>;
  readonly corner: Corner;
  /** Told to the person who looks at the button. */
  readonly shortcut: string | undefined;
}

/** Presses so soon after the opening are the second half of a double click (milliseconds). */
const doubleClickMs = 500;

export function Panel({ model, section, isOpen, dock, size, corner, shortcut }: PanelProps) {
  const button = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen.value);
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  const close = () => set(isOpen, false);
  // The focus goes in with the person and comes back; a panel that was open at the start takes it from nobody.
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen.value) return;
    wasOpen.current = isOpen.value;
    openedAt.current = performance.now();
    if (isOpen.value) drawer.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    else button.current?.focus();
  }, [isOpen.value]);
  const isDrawn = isOpen.value && dock.value !== "window";
  usePadding(isDrawn ? dock.value : undefined, size.value);
  const swallow = (event: Event) => {
    if (performance.now() - openedAt.current > doubleClickMs) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = model.faults.rules.value.length;
  const measure = dock.value === "right" ? "width" : "height";
  const moveToWindow = () => {
    const isOpened = openOwnWindow(model, section, () => {
      if (dock.value === "window") close();
    });
    if (isOpened) dock.value = "window";
    else model.notices.say("The browser blocked the window. Allow pop-ups for this page.");
  };
  useEffect(() => {
    if (isOpen.value && dock.value === "window") moveToWindow();
  }, [isOpen.value]);
  return (
    <div class={`panel ${dock.value}`}>
      <button
        ref={button}
        type="button"
        class={`panel-button ${corner}`}
        aria-expanded={isOpen.value}
        aria-label={`Store Orders mock${count > 0 ? `, ${count} faults` : ""}`}
        title={shortcut === undefined ? "Store Orders mock" : `Store Orders mock (${shortcut})`}
        onClick={() => set(isOpen, !isOpen.value)}
      >
        <Icon name="ship" />
        {count > 0 && <span class="mark">{count}</span>}
      </button>
      {isDrawn && (
        <section
          ref={drawer}
          class="drawer"
          aria-label="Store Orders mock"
          style={{ [measure]: `${size.value}${measure === "width" ? "vw" : "vh"}` }}
          onClickCapture={swallow}
          onKeyDown={(event) => {
            const isInDialog = (event.target as Element).closest("dialog");
            if (event.key === "Escape" && !event.defaultPrevented && !isInDialog) close();
          }}
        >
          <ResizeHandle size={size} isRight={dock.value === "right"} />
          <App
            model={model}
            section={section}
            tools={
              <span class="panel-tools">
                <Button
                  icon={dock.value === "right" ? "bottom" : "right"}
                  label={dock.value === "right" ? "Dock at the bottom" : "Dock at the right"}
                  onPress={() => set(dock, dock.value === "right" ? "bottom" : "right")}
                />
                <Button icon="window" label="Open in a window of its own" onPress={moveToWindow} />
                <Button icon="close" label="Close the panel" onPress={close} />
              </span>
            }
          />
        </section>
      )}
    </div>
  );
}

/** The application keeps what the drawer takes of the window, so that nothing of it lies behind. */
function usePadding(dock: Dock | undefined, size: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const before = [style.paddingBottom, style.paddingRight] as const;
    if (dock === "bottom") style.paddingBottom = `${size}vh`;
    if (dock === "right") style.paddingRight = `${size}vw`;
    return () => {
      [style.paddingBottom, style.paddingRight] = before;
    };
  }, [dock, size]);
}

/**
 * The panel in a window of its own: drawn by the application's page, so that it works with the same mock.
 * @param onClose the window is closed
 * @returns whether the browser opened it
 */
function openOwnWindow(model: Model, section: Signal<SectionName>, onClose: () => void): boolean {
  const own = window.open("", "store-orders-devtools", "width=1200,height=800");
  if (!own) return false;
  own.focus();
  const { document: page } = own;
  // It is open already.
  if (page.querySelector("#store-orders")) return true;
  page.title = "Store Orders mock";
  page.documentElement.lang = "en";
  page.adoptedStyleSheets = [pageStyle(own as unknown as typeof globalThis)];
  const root = page.createElement("div");
  root.id = "store-orders";
  page.body.append(root);
  render(<App model={model} section={section} />, root);
  const closeOwn = () => own.close();
  // It cannot live without the page that draws it.
  addEventListener("pagehide", closeOwn);
  own.addEventListener("pagehide", () => {
    removeEventListener("pagehide", closeOwn);
    render(null, root);
    onClose();
  });
  return true;
}

const [least, most, step] = [25, 95, 5];
const within = (size: number) => Math.round(Math.min(most, Math.max(least, size)));

/** The edge between the drawer and the application: dragged, or moved by the arrow keys. */
interface ResizeHandleProps {
  readonly size: Signal<number>;
  /** Whether the drawer is at the right, not at the bottom. */
  readonly isRight: boolean;
}

function ResizeHandle({ size, isRight }: ResizeHandleProps) {
  const edge = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = edge.current!;
    const move = (event: PointerEvent) => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const share = isRight ? event.clientX / innerWidth : event.clientY / innerHeight;
      size.value = within(100 - share * 100);
    };
    element.addEventListener("pointermove", move);
    return () => element.removeEventListener("pointermove", move);
  }, [size, isRight]);
  const [larger, smaller] = isRight ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  return (
    <div
      ref={edge}
      class="resize-handle"
      role="separator"
      aria-orientation={isRight ? "vertical" : "horizontal"}
      aria-label={isRight ? "Width of the panel" : "Height of the panel"}
      aria-valuenow={size.value}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onKeyDown={(event) => {
        const change = event.key === larger ? step : event.key === smaller ? -step : 0;
        if (change === 0) return;
        event.preventDefault();
        size.value = within(size.value + change);
      }}
    />
  );
}
