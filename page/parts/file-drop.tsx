/** A place to drop or choose a text file: the browser's own field, as large as its text. */

import { Icon } from "./icon.tsx";

interface FileDropProps {
  /** The kind of the file, as in `a profile`. */
  readonly what: string;
  readonly onText: (text: string, name: string) => void;
}

export function FileDrop({ what, onText }: FileDropProps) {
  return (
    <div class="file-drop row">
      <span>{what.charAt(0).toUpperCase() + what.slice(1)}: drop it here, or</span>
      <span class="button" aria-hidden="true">
        <Icon name="down" />
        Choose a file
      </span>
      <input
        type="file"
        aria-label={`Choose ${what}`}
        accept=".json,application/json"
        onChange={async (event) => {
          const field = event.currentTarget;
          const [file] = field.files!;
          if (file) onText(await file.text(), file.name);
          field.value = "";
        }}
      />
    </div>
  );
}
