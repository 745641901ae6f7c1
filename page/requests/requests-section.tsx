/** The list of requests and the details of one. */

import { operationIds } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments, Select } from "../parts/controls.tsx";
import { formatCount } from "../parts/format.ts";
import { bound, set } from "../parts/set.ts";
import { Table } from "../parts/table.tsx";
import { requestColumns } from "./request-columns.tsx";
import { RequestDetails } from "./request-details.tsx";
import type { Called, Kind } from "./requests-model.ts";

export function RequestsSection() {
  const { requests, width } = useModel();
  const { shown, selected, isFiltered } = requests;
  const list = shown.value;
  const open = list.find(({ id }) => id === selected.value);
  // Beside its details, the list has half of the room.
  const isNarrow = width.value < (open ? 1500 : 900);
  return (
    <>
      <RequestsToolbar />
      <div class="split">
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
          <p class="empty">
            {isFiltered.value ? "No requests match." : "No application has called the API in this world yet."}
          </p>
        )}
      </div>
    </>
  );
}

const kinds = Object.entries({ all: "all", fine: "2xx", refused: "4xx", failed: "5xx" }) as [Kind, string][];
const calls: readonly (readonly [Called, string])[] = [
  ["all", "every operation"],
  ...operationIds.map((name) => [name, name] as const),
  ["other", "other paths"],
];
const sources = [
  ["application", "of applications"],
  ["all", "and the kit's own"],
] as const;

function RequestsToolbar() {
  const { session, requests, notices } = useModel();
  const { waiting, paused, source, hidden } = requests;
  return (
    <div class="toolbar row">
      <Field
        label="Filter the requests"
        hideLabel
        type="search"
        placeholder="DELETE 409 …"
        {...bound(requests.text)}
      />
      <Segments label="Kind of answer" options={kinds} {...bound(requests.kind)} />
      <Select label="Operation" hideLabel options={calls} {...bound(requests.called)} />
      <Select label="Source" hideLabel options={sources} {...bound(source)} />
      <output class="grow muted">
        {[
          waiting.value > 0 && `${formatCount(waiting.value)} more`,
          hidden.value > 0 && `${formatCount(hidden.value)} of the kit hidden`,
        ]
          .filter(Boolean)
          .join(", ")}
      </output>
      <span class="row">
        <Button
          icon={paused.value ? "play" : "pause"}
          label="Pause"
          aria-pressed={paused.value}
          onPress={() => set(paused, !paused.value)}
        />
        <Button
          icon="down"
          label="Save the requests as HAR"
          onPress={() => notices.save("store-orders.har", session.control().journalAs("har"))}
        />
        <Button icon="remove" label="Clear the requests" onPress={() => notices.attempt(requests.clear)} />
      </span>
    </div>
  );
}
