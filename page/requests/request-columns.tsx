/** The columns of the list of requests. */

import type { JournalEntry } from "../model/page-control.ts";
import { formatBytes, formatMs, formatTime } from "../parts/format.ts";
import type { Column } from "../parts/table.tsx";
import { ClauseText } from "../shell/clause-text.tsx";
import { kindOf } from "./requests-model.ts";

export const requestColumns: readonly Column<JournalEntry>[] = [
  // Where there is little room, the style cuts off the milliseconds.
  { class: "time data", head: "time", cell: ({ at }) => formatTime(at) },
  {
    class: "method data",
    head: "method",
    cell: ({ method }) => (method === "DELETE" ? <strong>{method}</strong> : method),
  },
  {
    class: "target data",
    head: "path",
    cell: ({ client, target }) => (
      <span title={target}>
        {client && <span class="tag">{client}</span>}
        {target}
      </span>
    ),
  },
  { class: "answer data", head: "answer", cell: (entry) => <StatusMark entry={entry} /> },
  { class: "duration number data", head: "took + delay", cell: durationText },
  { class: "size number data", head: "size", cell: ({ responseSize }) => formatBytes(responseSize) },
  {
    class: "why",
    head: "why",
    cell: ({ why, orders }, tabIndex) => (
      <span title={why}>
        <ClauseText text={orders === undefined ? why : `${why} (${orders})`} tabIndex={tabIndex} />
      </span>
    ),
  },
];

export function StatusMark({ entry }: { readonly entry: JournalEntry }) {
  const { status, end } = entry;
  const text =
    end === "hang" ? "no answer" : end === "reset" ? "reset" : end === "cut" ? `${status} cut` : status;
  return <span class={`tag ${kindOf(entry)}`}>{text}</span>;
}

/** The time of the mock and the added delay, such as `0.2 ms + 800 ms`. */
export function durationText({ tookMs = 0, delayMs = 0 }: JournalEntry): string {
  return delayMs === 0 ? formatMs(tookMs) : `${formatMs(tookMs)} + ${formatMs(delayMs)}`;
}
