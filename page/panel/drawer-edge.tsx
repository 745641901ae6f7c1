/** The edge between the drawer and the application: dragged, or moved by the arrow keys. */

import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

const [least, most, step] = [25, 95, 5];
const within = (size: number) => Math.round(Math.min(most, Math.max(least, size)));

interface DrawerEdgeProps {
  readonly size: Signal<number>;
  /** Whether the drawer is at the right, not at the bottom. */
  readonly isRight: boolean;
}

export function DrawerEdge({ size, isRight }: DrawerEdgeProps) {
  const edge = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = edge.current!;
    const move = (event: PointerEvent) => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const share = isRight ? event.clientX / innerWidth : event.clientY / innerHeight;
      size.value = within(100 - share * 100);
    };
    element.addEventListener("pointermove", move);
    return () => element.removeEventListener("pointermove", move);
  }, [size, isRight]);
  const [larger, smaller] = isRight ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  return (
    <div
      ref={edge}
      class="drawer-edge"
      role="separator"
      aria-orientation={isRight ? "vertical" : "horizontal"}
      aria-label={isRight ? "Width of the panel" : "Height of the panel"}
      aria-valuenow={size.value}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onKeyDown={(event) => {
        const change = event.key === larger ? step : event.key === smaller ? -step : 0;
        if (change === 0) return;
        event.preventDefault();
        size.value = within(size.value + change);
      }}
    />
  );
}
