/** A place to drop a text file on, or to choose one. */

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Button } from "./button.tsx";
import { set } from "./set.ts";

interface FileDropProps {
  /** What the file is, as in `a profile`. */
  readonly what: string;
  readonly onText: (text: string, name: string) => void;
}

export function FileDrop({ what, onText }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useSignal(false);
  const read = async (file: File | undefined) => {
    if (file) onText(await file.text(), file.name);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard
    <div
      class={`file-drop ${isOver.value ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => set(isOver, false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        void read(event.dataTransfer?.files[0]);
      }}
    >
      <span>{what.charAt(0).toUpperCase() + what.slice(1)}: drop it here, or</span>
      <Button icon="down" onPress={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-label={`Choose ${what}`}
        accept=".json,application/json"
        onChange={(event) => {
          const field = event.currentTarget;
          void read(field.files?.[0]).then(() => {
            field.value = "";
          });
        }}
      />
    </div>
  );
}
