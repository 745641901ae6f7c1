/** The notices, in a corner, and said by screen readers as they come. */

import { useModel } from "../model/model.ts";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";

export function NoticeList() {
  const { notices } = useModel();
  return (
    <div class="notices" role="status" aria-label="Notices">
      {notices.list.value.map(({ id, kind, text }) => (
        <p key={id} class={`notice ${kind}`}>
          <Icon name={kind === "done" ? "check" : "alert"} />
          <span class="grow">{text}</span>
          <IconButton icon="close" label="Dismiss" onPress={() => notices.dismiss(id)} />
        </p>
      ))}
    </div>
  );
}
