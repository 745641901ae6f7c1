/** The state of the world as a text or a link, which opens the same orders and answers elsewhere. */

import { useSignal } from "@preact/signals";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/controls.tsx";
import { copyText } from "../parts/copy.ts";

export function SharedState() {
  const { session, worlds, notices, pageUrl } = useModel();
  const text = useSignal("");
  const copyLink = () =>
    notices.attempt(async () => {
      const state = await session.control().snapshot();
      await copyText(pageUrl === undefined ? state : `${pageUrl}#state=${encodeURIComponent(state)}`);
      notices.say(pageUrl === undefined ? "Copied the state." : "Copied a link to this state.");
    });
  return (
    <section class="card" aria-label="Share the state">
      <header>
        <h2>Share this state</h2>
        <Button icon="link" onPress={copyLink}>
          {pageUrl === undefined ? "Copy the state" : "Copy a link"}
        </Button>
      </header>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void worlds.openState(text.value);
        }}
      >
        <Field
          label="A state or a link to one"
          placeholder="so1~seed=… or a link"
          value={text.value}
          onInput={(value) => {
            text.value = value;
          }}
        />
        <Button type="submit" disabled={text.value.trim() === ""}>
          Open
        </Button>
      </form>
    </section>
  );
}
