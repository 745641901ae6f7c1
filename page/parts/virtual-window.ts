/** Which rows of a long table are to be drawn, and where. */

/** Browsers draw no higher element; longer tables are scrolled faster than they are shown (pixels). */
const highest = 12_000_000;
/** Rows drawn beyond the edge, so that a scroll shows them at once. */
const beyond = 6;

export interface VirtualWindow {
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

export function virtualWindow(
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
