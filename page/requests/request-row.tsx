/** One request in the list. */

import type { JournalEntry } from "../model/page-control.ts";
import { formatBytes, formatMs, formatTime } from "../parts/format.ts";
import { ClauseText } from "../shell/clause-text.tsx";
import { kindOf } from "./requests-model.ts";

export function StatusMark({ entry }: { readonly entry: JournalEntry }) {
  const { status, end } = entry;
  const text =
    end === "hang" ? "no answer" : end === "reset" ? "reset" : end === "cut" ? `${status} cut` : status;
  return <span class={`status ${kindOf(entry)}`}>{text}</span>;
}

/** What the mock took, and what was added to it, as in `0.2 ms + 800 ms`. */
export function durationText({ tookMs = 0, delayMs = 0 }: JournalEntry): string {
  return delayMs === 0 ? formatMs(tookMs) : `${formatMs(tookMs)} + ${formatMs(delayMs)}`;
}

interface RequestCellsProps {
  readonly entry: JournalEntry;
  readonly tabIndex: 0 | -1;
}

export function RequestCells({ entry, tabIndex }: RequestCellsProps) {
  const { at, method, target, why, orders, client, responseSize } = entry;
  const [time, fraction] = splitTime(formatTime(at));
  return (
    <>
      <span role="gridcell" class="time data">
        {time}
        <span>{fraction}</span>
      </span>
      <span role="gridcell" class={`method data ${method === "DELETE" ? "strong" : ""}`}>
        {method}
      </span>
      <span role="gridcell" class="target data" title={target}>
        {client && <span class="tag">{client}</span>}
        {target}
      </span>
      <span role="gridcell" class="answer data">
        <StatusMark entry={entry} />
      </span>
      <span role="gridcell" class="duration number data">
        {durationText(entry)}
      </span>
      <span role="gridcell" class="size number data">
        {formatBytes(responseSize)}
      </span>
      <span role="gridcell" class="why" title={why}>
        <ClauseText text={orders === undefined ? why : `${why} (${orders})`} tabIndex={tabIndex} />
      </span>
    </>
  );
}

/** The thousandths by themselves: where there is little room, they are left out. */
const splitTime = (text: string) => [text.slice(0, 8), text.slice(8)] as const;
