/** A long table: only the visible rows are rendered, and the arrow keys move between the rows. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Column<Row> {
  /** The classes of its cells, of which the first is their place in the grid, too. */
  readonly class: string;
  readonly head: ComponentChildren;
  readonly sorted?: "ascending" | "descending" | "none";
  /** Renders a cell, whose buttons and links get the `tabIndex`. */
  readonly cell: (row: Row, tabIndex: 0 | -1) => ComponentChildren;
}

interface TableProps<Row> {
  readonly label: string;
  readonly class: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** Undefined while it is being read. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowClass: (row: Row) => string;
  readonly rowHeight: number;
  /** Called with the rendered rows. */
  readonly onView: (first: number, end: number) => void;
  /** Called at Return, or at a press outside of the row's buttons. */
  readonly onOpen: (row: Row) => void;
  /** The row that has the focus now. */
  readonly onMove?: (row: Row) => void;
  /** Called at other keys on a row. */
  readonly onRowKey: (row: Row, event: KeyboardEvent) => void;
  /** A row to scroll to and focus. */
  readonly goTo?: { readonly index: number } | undefined;
}

/** Number of rows that are rendered beyond the edge, so that a scroll shows them at once. */
const beyond = 6;

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, count, rowAt, rowHeight, onView } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const view = useSignal({ top: 0, height: 400 });
  const active = useSignal(0);
  const target = useSignal<{ readonly index: number }>();
  const lastRowHeight = useRef(rowHeight);
  const current = Math.min(active.value, Math.max(0, count - 1));
  const first = Math.max(0, Math.floor(view.value.top / rowHeight) - beyond);
  const end = Math.min(count, Math.ceil((view.value.top + view.value.height) / rowHeight) + beyond);
  const measure = () => {
    const { scrollTop, clientHeight } = scroller.current!;
    view.value = { top: scrollTop, height: clientHeight };
  };
  const goTo = (index: number) => {
    active.value = Math.max(0, Math.min(count - 1, index));
    target.value = { index: active.value };
  };

  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    // The current row stays in its place, so that the row that was pressed does not leave the view.
    scroller.current!.scrollTop += current * (rowHeight - lastRowHeight.current);
    lastRowHeight.current = rowHeight;
  }, [rowHeight]);
  useLayoutEffect(() => onView(first, end), [first, end, onView]);
  useLayoutEffect(() => {
    if (props.goTo) goTo(props.goTo.index);
  }, [props.goTo]);
  useLayoutEffect(() => {
    const row = scroller.current!.querySelector<HTMLElement>(`[data-index="${target.value?.index}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }, [target.value]);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-index]");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnRow = event.target === row;
    const page = Math.max(1, Math.floor(view.value.height / rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count };
    const step = (steps as Record<string, number>)[event.key];
    const item = rowAt(current);
    if (step !== undefined) goTo(current + step);
    else if (event.key === "ArrowRight") moveInRow(row, 1);
    else if (event.key === "ArrowLeft") moveInRow(row, -1);
    else if (event.key === "Escape" && !isOnRow) row.focus();
    else if (!isOnRow || item === undefined) return;
    else if (event.key === "Enter") props.onOpen(item);
    else return props.onRowKey(item, event);
    event.preventDefault();
  };

  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
  // The row with the focus stays when the table is scrolled.
  if (count > 0 && current < first) indexes.unshift(current);
  if (count > 0 && current >= end) indexes.push(current);

  return (
    <div class={`scroller ${props.class}`} ref={scroller} onScroll={measure}>
      <div role="grid" aria-label={label} aria-rowcount={count + 1} onKeyDown={onKeyDown}>
        <div role="rowgroup" class="grid-head">
          <div role="row" aria-rowindex={1} class="grid-row" tabIndex={-1}>
            {columns.map((column) => (
              <span
                role="columnheader"
                key={column.class}
                class={column.class}
                style={placeOf(column)}
                aria-sort={column.sorted}
              >
                {column.head}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" class="grid-body" style={{ height: `${count * rowHeight}px` }}>
          {indexes.map((index) => {
            const item = rowAt(index);
            const tabIndex = index === current ? 0 : -1;
            return (
              <div
                role="row"
                key={index}
                data-index={index}
                aria-rowindex={index + 2}
                tabIndex={tabIndex}
                class={`grid-row ${item === undefined ? "waiting" : props.rowClass(item)}`}
                style={{ height: `${rowHeight}px`, top: `${index * rowHeight}px` }}
                onFocusIn={() => {
                  active.value = index;
                  if (item !== undefined) props.onMove?.(item);
                }}
                onClick={(event) => {
                  const isOnRow = !(event.target as Element).closest("button, a, input, [role=menu]");
                  if (isOnRow && item !== undefined) props.onOpen(item);
                }}
              >
                {item === undefined ? (
                  <span role="gridcell">
                    <span class="unseen">Being read</span>
                  </span>
                ) : (
                  columns.map((column) => (
                    <span role="gridcell" key={column.class} class={column.class} style={placeOf(column)}>
                      {column.cell(item, tabIndex)}
                    </span>
                  ))
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const placeOf = (column: { readonly class: string }) => ({ gridArea: column.class.split(" ", 1)[0] });

/** Moves the focus from the row to its buttons and back. */
function moveInRow(row: HTMLElement, step: 1 | -1): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>("button:not([role=menuitem]), a[href], input")];
  const place = stops.indexOf((row.getRootNode() as Document | ShadowRoot).activeElement as HTMLElement);
  stops.at((place + step) % stops.length)?.focus();
}
