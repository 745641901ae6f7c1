/** What goes wrong on purpose: presets, a switch for each fault, and what is playing now. */

import { useModel } from "../model/model.ts";
import type { FaultRule } from "../model/page-control.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { plural } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { FaultRow } from "./fault-row.tsx";
import { faultNames, presetWords, ruleSentence } from "./fault-words.ts";

export function WeatherSection() {
  const { weather } = useModel();
  const rules = weather.rules.value;
  return (
    <div class="sheet">
      <section class="card playing" aria-label="Playing now">
        <header>
          <h2>Playing now</h2>
          <Button look="primary" icon="sun" disabled={rules.length === 0} onPress={weather.calm}>
            Calm everything
          </Button>
        </header>
        {rules.length === 0 ? (
          <p class="calm">Fair weather: every request is answered as the document says, at once.</p>
        ) : (
          <ul class="rules">
            {rules.map((rule, index) => (
              <PlayingRule key={index} rule={rule} onRemove={() => weather.remove(rule)} />
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Presets">
        <h2 class="unseen">Presets</h2>
        <div class="presets">
          {presetWords.map(([name, icon, story]) => (
            <button type="button" class="preset" key={name} onClick={() => weather.preset(name)}>
              <Icon name={icon} />
              <strong>{name}</strong>
              <span>{story}</span>
            </button>
          ))}
        </div>
      </section>
      <section aria-label="Faults">
        <h2 class="unseen">Faults</h2>
        <ul class="faults">
          {faultNames.map((fault) => (
            <FaultRow key={fault} fault={fault} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function PlayingRule({ rule, onRemove }: { readonly rule: FaultRule; readonly onRemove: () => void }) {
  const { name, times, secondsLeft } = rule;
  const { played = 0 } = rule as { readonly played?: number };
  const sentence = ruleSentence(rule);
  const ends = [
    ...(times === undefined ? [] : [`${plural(times, "more time")}`]),
    ...(secondsLeft === undefined ? [] : [`for ${plural(Math.ceil(secondsLeft), "more second")}`]),
  ];
  return (
    <li>
      <span class="grow">
        {sentence}
        {ends.length > 0 && <span class="muted">, {ends.join(", ")}</span>}
        {name && (
          <>
            {" "}
            <span class="tag">{name}</span>
          </>
        )}
      </span>
      <span class={`struck ${played > 0 ? "some" : ""}`}>
        {played === 0 ? "not yet" : plural(played, "strike")}
      </span>
      <IconButton icon="close" label={`Stop: ${sentence}`} onPress={onRemove} />
    </li>
  );
}
