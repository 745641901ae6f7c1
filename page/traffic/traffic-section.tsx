/** The list of exchanges, with what filters, holds and empties it. Also drawn beside other sections on wide pages. */

import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import { useModel } from "../model/model.ts";
import type { JournalEntry } from "../model/page-control.ts";
import { IconButton } from "../parts/button.tsx";
import { Field, Segments } from "../parts/controls.tsx";
import { saveText } from "../parts/copy.ts";
import { formatCount } from "../parts/format.ts";
import { useWidth } from "../parts/use-width.ts";
import { VirtualGrid } from "../parts/virtual-grid.tsx";
import { ExchangeDetails } from "./exchange-details.tsx";
import type { Kind } from "./traffic-model.ts";
import { TrafficCells } from "./traffic-row.tsx";

const kinds: readonly (readonly [Kind, string])[] = [
  ["all", "all"],
  ["fine", "2xx"],
  ["refused", "4xx"],
  ["failed", "failed"],
];

export const TrafficSection = () => <TrafficList isBeside={false} />;

export function TrafficList({ isBeside }: { readonly isBeside: boolean }) {
  const { session, traffic, notices } = useModel();
  const open = useSignal<JournalEntry | undefined>(undefined);
  const { shown, waiting, paused, text, kind } = traffic;
  const isNarrow = useWidth() < 720 || isBeside;
  const onView = useCallback((first: number) => traffic.hold(first > 0), [traffic]);
  const list = shown.value;
  const saveHar = async () =>
    saveText(await session.control().journalAs("har"), "store-orders.har", "application/json");
  return (
    <>
      <div class="toolbar">
        <Field
          label="Filter the traffic"
          hideLabel
          type="search"
          placeholder="Filter: DELETE 409 …"
          value={text.value}
          onInput={(value) => {
            text.value = value;
          }}
        />
        <Segments
          label="Kind of answer"
          value={kind.value}
          options={kinds}
          onChange={(value) => {
            kind.value = value;
          }}
        />
        <output class="grow muted">{waiting.value > 0 && `${formatCount(waiting.value)} more`}</output>
        <span class="buttons">
          <IconButton
            icon={paused.value ? "play" : "pause"}
            label="Pause"
            pressed={paused.value}
            onPress={() => {
              paused.value = !paused.value;
            }}
          />
          <IconButton icon="down" label="Save the traffic as HAR" onPress={() => notices.attempt(saveHar)} />
          <IconButton
            icon="remove"
            label="Clear the traffic"
            onPress={() => notices.attempt(traffic.clear)}
          />
        </span>
      </div>
      <VirtualGrid
        label="Traffic"
        class={`traffic ${isNarrow ? "two-lines" : ""}`}
        count={list.length}
        rowHeight={isNarrow ? 56 : 34}
        onView={onView}
        onOpen={(index) => {
          open.value = list[index];
        }}
        head={
          <>
            <span role="columnheader" class="time">
              time
            </span>
            <span role="columnheader" class="method">
              method
            </span>
            <span role="columnheader" class="target">
              path
            </span>
            <span role="columnheader" class="answer">
              answer
            </span>
            <span role="columnheader" class="held number">
              held
            </span>
            <span role="columnheader" class="why">
              why
            </span>
          </>
        }
        row={(index) => ({ cells: <TrafficCells entry={list[index]!} /> })}
      />
      {list.length === 0 && (
        <div class="empty">
          <p>
            {text.value || kind.value !== "all"
              ? "Nothing like that was asked."
              : "Nobody has called the API in this world yet."}
          </p>
        </div>
      )}
      {open.value && <ExchangeDetails entry={open.value} onClose={() => (open.value = undefined)} />}
    </>
  );
}
