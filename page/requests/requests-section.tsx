/** The list of requests and the details of one. Also shown beside other sections on wide pages. */

import { useModel } from "../model/model.ts";
import { set } from "../parts/set.ts";
import { Table } from "../parts/table.tsx";
import { requestColumns } from "./request-columns.tsx";
import { RequestDetails } from "./request-details.tsx";
import { RequestsToolbar } from "./requests-toolbar.tsx";

export const RequestsSection = () => <RequestsList isBeside={false} />;

export function RequestsList({ isBeside }: { readonly isBeside: boolean }) {
  const { requests, width } = useModel();
  const { shown, selected, isFiltered, hidden } = requests;
  const list = shown.value;
  const open = list.find(({ id }) => id === selected.value);
  // Beside its details, the list has half of the room.
  const isNarrow = width.value < (open ? 1500 : 900) || isBeside;
  return (
    <>
      <RequestsToolbar />
      <div class={`split ${open ? "open" : ""} ${isBeside ? "stacked" : ""}`}>
        <Table
          label="Requests"
          class={`requests-list ${isNarrow ? "two-lines" : ""}`}
          columns={requestColumns}
          count={list.length}
          rowAt={(index) => list[index]}
          rowClass={({ id }) => (id === selected.value ? "selected" : "")}
          rowHeight={isNarrow ? 56 : 34}
          onView={requests.view}
          onOpen={({ id }) => set(selected, id)}
          onMove={({ id }) => {
            if (selected.value !== undefined) selected.value = id;
          }}
          onRowKey={(_, event) => {
            if (event.key === "Escape") selected.value = undefined;
          }}
        />
        {open && <RequestDetails entry={open} />}
        {list.length === 0 && (
          <div class="empty">
            <p>
              {isFiltered.value
                ? "No requests match."
                : hidden.value > 0
                  ? "No application has called the API in this world yet."
                  : "The API has not been called in this world yet."}
            </p>
          </div>
        )}
      </div>
    </>
  );
}
