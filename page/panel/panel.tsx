/** The panel inside an application: a button in a corner, and the page's sections beside the application or in a window. */

import { render } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { App } from "../app.tsx";
import { isSectionName, type Model, type SectionName } from "../model/model.ts";
import { remembered } from "../model/remembered.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { set } from "../parts/set.ts";
import { pageStyle } from "../style/page-style.ts";

/** The place of the open panel. */
type Dock = "bottom" | "right" | "window";

export const isOpen = remembered<boolean>("panel open", false);
const dock = remembered<Dock>("panel dock", "bottom", (value) =>
  ["bottom", "right", "window"].includes(value as string),
);
/** Size of the drawer in per cent of the window: its height at the bottom, its width at the right. */
const size = remembered("panel size", 60);
export const section = remembered<SectionName>("panel section", "orders", isSectionName);

interface PanelProps {
  readonly model: Model;
  /** Position of the button, as in `top-left`. */
  readonly corner: string;
  /** The text of the button. */
  readonly shortcut: string | undefined;
}

/** Time in ms after the opening in which a press is the second half of a double click. */
const doubleClickMs = 500;

export function Panel({ model, corner, shortcut }: PanelProps) {
  const button = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen.value);
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  const isRight = dock.value === "right";
  const isDrawn = isOpen.value && dock.value !== "window";
  const extent = `${size.value}${isRight ? "vw" : "vh"}`;
  const close = () => set(isOpen, false);
  // Opening moves the focus into the panel, and closing moves it back. A panel that is open at the start does not take the
  // focus.
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen.value) return;
    wasOpen.current = isOpen.value;
    openedAt.current = performance.now();
    if (isOpen.value) drawer.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    else button.current?.focus();
  }, [isOpen.value]);
  // Pads the application by the size of the drawer, so that no part of it is hidden.
  useLayoutEffect(() => {
    if (!isDrawn) return;
    const { style } = document.documentElement;
    const side = isRight ? "paddingRight" : "paddingBottom";
    const before = style[side];
    style[side] = extent;
    return () => {
      style[side] = before;
    };
  }, [isDrawn, isRight, extent]);
  const moveToWindow = () => {
    const isOpened = openOwnWindow(model, () => {
      if (dock.value === "window") close();
    });
    if (isOpened) dock.value = "window";
    else model.notices.say("The browser blocked the window. Allow pop-ups for this page.");
  };
  useEffect(() => {
    if (isOpen.value && dock.value === "window") moveToWindow();
  }, [isOpen.value]);
  const count = model.faults.rules.value.length;
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
          style={{ [isRight ? "width" : "height"]: extent }}
          onClickCapture={(event) => {
            if (performance.now() - openedAt.current > doubleClickMs) return;
            event.preventDefault();
            event.stopPropagation();
          }}
          onKeyDown={(event) => {
            const isInDialog = (event.target as Element).closest("dialog");
            if (event.key === "Escape" && !event.defaultPrevented && !isInDialog) close();
          }}
        >
          <ResizeHandle isRight={isRight} />
          <App
            model={model}
            tools={
              <span class="row">
                <Button
                  icon={isRight ? "bottom" : "right"}
                  label={isRight ? "Dock at the bottom" : "Dock at the right"}
                  onPress={() => set(dock, isRight ? "bottom" : "right")}
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

/**
 * The panel in a separate window, drawn by the application's page, so that it uses the same mock.
 * @param onClose called when the window is closed
 * @returns whether the browser opened it
 */
function openOwnWindow(model: Model, onClose: () => void): boolean {
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
  render(<App model={model} />, root);
  const closeOwn = () => own.close();
  // The window closes with the page that draws it.
  addEventListener("pagehide", closeOwn);
  own.addEventListener("pagehide", () => {
    removeEventListener("pagehide", closeOwn);
    render(null, root);
    onClose();
  });
  return true;
}

const [min, max, step] = [25, 95, 5];

/** The edge between the drawer and the application, which is dragged or moved by the arrow keys. */
function ResizeHandle({ isRight }: { readonly isRight: boolean }) {
  const resize = (to: number) => set(size, Math.round(Math.min(max, Math.max(min, to))));
  const steps: Record<string, number> = isRight
    ? { ArrowLeft: step, ArrowRight: -step }
    : { ArrowUp: step, ArrowDown: -step };
  return (
    <div
      class="resize-handle"
      role="separator"
      aria-orientation={isRight ? "vertical" : "horizontal"}
      aria-label={isRight ? "Width of the panel" : "Height of the panel"}
      aria-valuenow={size.value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return;
        resize(100 - 100 * (isRight ? clientX / innerWidth : clientY / innerHeight));
      }}
      onKeyDown={(event) => {
        const change = steps[event.key];
        if (change === undefined) return;
        event.preventDefault();
        resize(size.value + change);
      }}
    />
  );
}
