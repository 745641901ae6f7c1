/** One exchange in the list. */

import type { JournalEntry } from "../model/page-control.ts";
import { formatMs, formatTime } from "../parts/format.ts";
import { kindOf } from "./traffic-model.ts";

export function StatusMark({ entry }: { readonly entry: JournalEntry }) {
  const { status, end } = entry;
  const text =
    end === "hang" ? "no answer" : end === "reset" ? "reset" : end === "cut" ? `${status} cut` : status;
  return <span class={`status ${kindOf(entry)}`}>{text}</span>;
}

export function TrafficCells({ entry }: { readonly entry: JournalEntry }) {
  const { at, method, target, delayMs, why, orders } = entry;
  const [time, fraction] = splitTime(formatTime(at));
  return (
    <>
      <span role="gridcell" class="time">
        {time}
        <span>{fraction}</span>
      </span>
      <span role="gridcell" class={`method ${method === "DELETE" ? "strong" : ""}`}>
        {method}
      </span>
      <span role="gridcell" class="target" title={target}>
        {target}
      </span>
      <span role="gridcell" class="answer">
        <StatusMark entry={entry} />
      </span>
      <span role="gridcell" class="held number">
        {formatMs(delayMs ?? 0)}
      </span>
      <span role="gridcell" class="why" title={why}>
        {orders === undefined ? why : `${why} (${orders})`}
      </span>
    </>
  );
}

/** The thousandths by themselves: where there is little room, they are left out. */
const splitTime = (text: string) => [text.slice(0, 8), text.slice(8)] as const;
