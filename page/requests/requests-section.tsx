/** The list of requests and the details of one. Also drawn beside other sections on wide pages. */

import { useCallback } from "preact/hooks";
import { useModel } from "../model/model.ts";
import { set } from "../parts/set.ts";
import { useWidth } from "../parts/use-width.ts";
import { VirtualGrid } from "../parts/virtual-grid.tsx";
import { RequestDetails } from "./request-details.tsx";
import { RequestCells } from "./request-row.tsx";
import { RequestsToolbar } from "./requests-toolbar.tsx";

export const RequestsSection = () => <RequestsList isBeside={false} />;

const columns = [
  ["time", "time"],
  ["method", "method"],
  ["target", "path"],
  ["answer", "answer"],
  ["duration number", "took + delay"],
  ["size number", "size"],
  ["why", "why"],
] as const;

export function RequestsList({ isBeside }: { readonly isBeside: boolean }) {
  const { requests } = useModel();
  const { shown, selected, isFiltered, hidden } = requests;
  const list = shown.value;
  const open = list.find(({ id }) => id === selected.value);
  // Beside its details, the list has half of the room.
  const isNarrow = useWidth() < (open ? 1500 : 900) || isBeside;
  const onView = useCallback((first: number) => requests.hold(first > 0), [requests]);
  const select = (index: number) => {
    selected.value = list[index]?.id;
  };
  return (
    <>
      <RequestsToolbar />
      <div class={`split ${open ? "open" : ""} ${isBeside ? "stacked" : ""}`}>
        <VirtualGrid
          label="Requests"
          class={`requests-list ${isNarrow ? "two-lines" : ""}`}
          count={list.length}
          rowHeight={isNarrow ? 56 : 34}
          onView={onView}
          onOpen={select}
          onMove={(index) => {
            if (selected.value !== undefined) select(index);
          }}
          onRowKey={(_, event) => {
            if (event.key === "Escape") selected.value = undefined;
          }}
          head={columns.map(([name, text]) => (
            <span role="columnheader" key={name} class={name}>
              {text}
            </span>
          ))}
          row={(index, tabIndex) => {
            const entry = list[index]!;
            return {
              class: entry.id === selected.value ? "selected" : "",
              cells: <RequestCells entry={entry} tabIndex={tabIndex} />,
            };
          }}
        />
        {open && <RequestDetails entry={open} onClose={() => set(selected, undefined)} />}
        {list.length === 0 && (
          <div class="empty">
            <p>
              {isFiltered.value
                ? "No requests match."
                : hidden.value > 0
                  ? "No application has called the API in this world yet."
                  : "Nobody has called the API in this world yet."}
            </p>
          </div>
        )}
      </div>
    </>
  );
}
