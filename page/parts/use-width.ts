/** How wide the page or the panel is; parts in it are laid out by that, not by the window. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

export const WidthContext = createContext<ReadonlySignal<number>>(signal(1280));

export function useWidth(): number {
  return useContext(WidthContext).value;
}
