/** What filters, pauses, saves and empties the list of requests. */

import { operations } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments, Select } from "../parts/controls.tsx";
import { saveText } from "../parts/copy.ts";
import { formatCount } from "../parts/format.ts";
import { set } from "../parts/set.ts";
import type { Called, Kind, Source } from "./requests-model.ts";

const kinds: readonly (readonly [Kind, string])[] = [
  ["all", "all"],
  ["fine", "2xx"],
  ["refused", "4xx"],
  ["failed", "5xx"],
];
const calls: readonly (readonly [Called, string])[] = [
  ["all", "every operation"],
  ...(Object.keys(operations) as (keyof typeof operations)[]).map((name) => [name, name] as const),
  ["other", "other paths"],
];

export function RequestsToolbar() {
  const { session, requests, notices } = useModel();
  const { waiting, paused, text, kind, called, source, hidden } = requests;
  const sources: readonly (readonly [Source, string])[] = [
    ["application", "of applications"],
    ["all", "and the kit's own"],
  ];
  const saveHar = async () =>
    saveText(await session.control().journalAs("har"), "store-orders.har", "application/json");
  return (
    <div class="toolbar">
      <Field
        label="Filter the requests"
        hideLabel
        type="search"
        placeholder="Filter: DELETE 409 …"
        value={text.value}
        onInput={(value) => set(text, value)}
      />
      <Segments
        label="Kind of answer"
        value={kind.value}
        options={kinds}
        onChange={(value) => set(kind, value)}
      />
      <Select
        label="Operation"
        hideLabel
        value={called.value}
        options={calls}
        onChange={(value) => set(called, value)}
      />
      <Select
        label="Source"
        hideLabel
        value={source.value}
        options={sources}
        onChange={(value) => set(source, value)}
      />
      <output class="grow muted">
        {[
          ...(waiting.value > 0 ? [`${formatCount(waiting.value)} more`] : []),
          ...(source.value === "application" && hidden.value > 0
            ? [`${formatCount(hidden.value)} of the kit hidden`]
            : []),
        ].join(", ")}
      </output>
      <span class="buttons">
        <Button
          icon={paused.value ? "play" : "pause"}
          label="Pause"
          pressed={paused.value}
          onPress={() => set(paused, !paused.value)}
        />
        <Button icon="down" label="Save the requests as HAR" onPress={() => notices.attempt(saveHar)} />
        <Button icon="remove" label="Clear the requests" onPress={() => notices.attempt(requests.clear)} />
      </span>
    </div>
  );
}
