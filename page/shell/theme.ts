/** Light or dark, as the system has it or as a person chose. */

import { effect } from "@preact/signals";
import { remembered } from "../model/remembered.ts";

export type Theme = "system" | "light" | "dark";

export const theme = remembered<Theme>(
  "theme",
  "system",
  (value) => value === "system" || value === "light" || value === "dark",
);

/** Keeps the element's colours as chosen; returns how to stop. */
export function applyTheme(element: HTMLElement): () => void {
  return effect(() => {
    element.style.colorScheme = theme.value === "system" ? "light dark" : theme.value;
  });
}
