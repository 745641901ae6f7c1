/** A part of the page whose code is loaded when it is first shown. */

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return (props: Props) => {
    const isHere = useSignal(Loaded !== undefined);
    const isMissing = useSignal(false);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (part) => {
          Loaded = part;
          isHere.value = true;
        },
        () => {
          isMissing.value = true;
        },
      );
    }, []);
    if (isHere.value && Loaded) return <Loaded {...props} />;
    return isMissing.value ? (
      <p class="missing problem" role="alert">
        Cannot show this: the mock did not give its code. Load the page again.
      </p>
    ) : null;
  };
}
