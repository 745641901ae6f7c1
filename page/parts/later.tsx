/** A component whose code is loaded when it is first shown. */

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | "missing">();
  const ask = async () => {
    if (typeof loaded.value !== "function") loaded.value = await load().catch(() => "missing" as const);
  };
  return (props: Props) => {
    useEffect(() => void ask(), []);
    const Part = loaded.value;
    if (Part === undefined) return null;
    if (Part !== "missing") return <Part {...props} />;
    return (
      <p class="sheet problem" role="alert">
        Cannot show this: the mock did not give its code. Load the page again.
      </p>
    );
  };
}
