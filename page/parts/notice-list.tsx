/** The notices, in a corner, and said by screen readers as they come. Two are shown; older ones are counted. */

import { useModel } from "../model/model.ts";
import { Button, IconButton } from "./button.tsx";
import { plural } from "./format.ts";
import { Icon } from "./icon.tsx";

const mostShown = 2;

export function NoticeList() {
  const { notices } = useModel();
  const all = notices.list.value;
  const folded = all.length - mostShown;
  return (
    <div class="notices" role="status" aria-label="Notices">
      {folded > 0 && <p class="notices-folded">{plural(folded, "older notice")}</p>}
      {all.slice(-mostShown).map(({ id, kind, text, undo }) => (
        <div key={id} class={`notice ${kind}`}>
          <Icon name={kind === "done" ? "check" : "alert"} />
          <span class="grow">{text}</span>
          {undo && (
            <Button look="quiet" onPress={undo}>
              Undo
            </Button>
          )}
          <IconButton icon="close" label="Dismiss" onPress={() => notices.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
