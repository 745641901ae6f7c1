/** A component whose code is loaded when it is first shown. */

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<{ readonly Part: ComponentType<Props> } | "missing" | undefined>(undefined);
  const ask = async () => {
    if (typeof loaded.value === "object") return;
    loaded.value = await load().then(
      (Part) => ({ Part }),
      () => "missing" as const,
    );
  };
  return (props: Props) => {
    useEffect(() => void ask(), []);
    if (typeof loaded.value === "object") return <loaded.value.Part {...props} />;
    return loaded.value === "missing" ? (
      <p class="sheet problem" role="alert">
        Cannot show this: the mock did not give its code. Load the page again.
      </p>
    ) : null;
  };
}
