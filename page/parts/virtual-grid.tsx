/** A long table of which only the rows in sight are drawn, and which is walked by keyboard. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface GridRow {
  readonly class?: string | undefined;
  /** Its cells, each with the role gridcell. What can be pressed in them takes `tabIndex`. */
  readonly cells: ComponentChildren;
}

export interface VirtualGridProps {
  readonly label: string;
  readonly class: string;
  readonly count: number;
  readonly rowHeight: number;
  /** Cells with the role columnheader. */
  readonly head: ComponentChildren;
  readonly row: (index: number, tabIndex: 0 | -1) => GridRow;
  /** Told which rows are drawn, after they were. */
  readonly onView?: (first: number, end: number) => void;
  /** Return, or a press outside of the row's buttons. */
  readonly onOpen?: (index: number) => void;
  /** The row that has the focus now. */
  readonly onMove?: (index: number) => void;
  /** Other keys on a row. */
  readonly onRowKey?: (index: number, event: KeyboardEvent) => void;
  /** A row to be scrolled to and given the focus; the same object is gone to once. */
  readonly goTo?: { readonly index: number } | undefined;
}

export function VirtualGrid(props: VirtualGridProps) {
  const { label, count, rowHeight, onView, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const viewHeight = useSignal(400);
  const active = useSignal(0);
  const wantsFocus = useRef(false);
  const wentTo = useRef(props.goTo);

  const area = virtualWindow(count, rowHeight, scrollTop.value, viewHeight.value);
  const current = Math.min(active.value, Math.max(0, count - 1));

  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = new ResizeObserver(() => {
      viewHeight.value = element.clientHeight;
    });
    measure.observe(element);
    return () => measure.disconnect();
  }, []);

  useLayoutEffect(() => onView?.(area.first, area.end), [area.first, area.end, onView]);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current!.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  });

  useLayoutEffect(() => {
    if (props.goTo === wentTo.current || !props.goTo) return;
    wentTo.current = props.goTo;
    goTo(props.goTo.index);
  }, [props.goTo]);

  function goTo(index: number): void {
    const next = Math.max(0, Math.min(count - 1, index));
    active.value = next;
    wantsFocus.current = true;
    const top = area.scrollTo(next);
    scroller.current!.scrollTop = top;
    scrollTop.value = top;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const row = (event.target as Element).closest<HTMLElement>("[data-index]");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnRow = event.target === row;
    const page = Math.max(1, Math.floor(viewHeight.value / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -count,
      End: count,
    };
    const step = steps[event.key];
    if (step !== undefined) goTo(current + step);
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft")
      walkIn(row, event.key === "ArrowRight" ? 1 : -1);
    else if (event.key === "Escape" && !isOnRow) row.focus();
    else if (event.key === "Enter" && isOnRow && onOpen) onOpen(current);
    else {
      if (isOnRow) props.onRowKey?.(current, event);
      return;
    }
    event.preventDefault();
  }

  const indexes = [];
  // The row with the focus stays, wherever the table is scrolled to.
  if (current < area.first && count > 0) indexes.push(current);
  for (let index = area.first; index < area.end; index++) indexes.push(index);
  if (current >= area.end && count > 0) indexes.push(current);

  return (
    <div
      class={`scroller ${props.class}`}
      ref={scroller}
      onScroll={(event) => {
        scrollTop.value = event.currentTarget.scrollTop;
      }}
    >
      <div role="grid" aria-label={label} aria-rowcount={count + 1} onKeyDown={onKeyDown}>
        <div role="rowgroup" class="grid-head">
          <div role="row" aria-rowindex={1} class="grid-row" tabIndex={-1}>
            {props.head}
          </div>
        </div>
        <div role="rowgroup" class="grid-body" style={{ height: `${area.spaceHeight}px` }}>
          {indexes.map((index) => {
            const { class: name = "", cells } = props.row(index, index === current ? 0 : -1);
            return (
              <div
                role="row"
                key={index}
                data-index={index}
                aria-rowindex={index + 2}
                tabIndex={index === current ? 0 : -1}
                class={`grid-row ${name}`}
                style={{ height: `${rowHeight}px`, transform: `translateY(${area.topOf(index)}px)` }}
                onFocusIn={() => {
                  active.value = index;
                  props.onMove?.(index);
                }}
                onClick={(event) => {
                  if (!(event.target as Element).closest("button, a, input, [role=menu]")) onOpen?.(index);
                }}
              >
                {cells}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** From the row to its buttons and back. */
function walkIn(row: HTMLElement, step: 1 | -1): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>("button:not([role=menuitem]), a[href], input")];
  const place = stops.indexOf((row.getRootNode() as Document | ShadowRoot).activeElement as HTMLElement);
  stops[(place + step + stops.length) % stops.length]?.focus();
}

/** Browsers draw no higher element; longer tables are scrolled faster than they are shown (pixels). */
const highest = 12_000_000;
/** Rows drawn beyond the edge, so that a scroll shows them at once. */
const beyond = 6;

interface VirtualWindow {
  /** Of the element that is scrolled. */
  readonly spaceHeight: number;
  readonly first: number;
  /** The row after the last. */
  readonly end: number;
  /** Where a row stands in the space. */
  topOf(index: number): number;
  /** Where to scroll to, so that the row is seen whole. */
  scrollTo(index: number): number;
}

/** Which rows are to be drawn, and where. */
function virtualWindow(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
): VirtualWindow {
  const full = count * rowHeight;
  const spaceHeight = Math.min(full, highest);
  // Where the view's top is in the full table.
  const stretch = spaceHeight < full ? (full - viewHeight) / (spaceHeight - viewHeight) : 1;
  const seenTop = scrollTop * stretch;
  const first = Math.max(0, Math.floor(seenTop / rowHeight) - beyond);
  const end = Math.min(count, Math.ceil((seenTop + viewHeight) / rowHeight) + beyond);
  return {
    spaceHeight,
    first,
    end,
    topOf: (index) => scrollTop + index * rowHeight - seenTop,
    scrollTo(index) {
      const top = index * rowHeight;
      if (top < seenTop) return top / stretch;
      if (top + rowHeight > seenTop + viewHeight) return (top + rowHeight - viewHeight) / stretch;
      return scrollTop;
    },
  };
}
