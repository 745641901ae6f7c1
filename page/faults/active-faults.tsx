/** A line across every section while a fault is active: which one, how often still, and how to turn it off. */

import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { plural } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { ruleEnds, ruleSentence } from "./fault-words.ts";

export function ActiveFaults() {
  const { faults } = useModel();
  const rules = faults.rules.value;
  const [first] = rules;
  return (
    <div class="alert-place" role="status" aria-label="Active faults">
      {first && (
        <div class="alert bad">
          <Icon name="fault" />
          <span class="grow">
            {rules.length > 1 && <strong>{plural(rules.length, "fault")}: </strong>}
            {[ruleSentence(first), ...ruleEnds(first)].join(", ")}
            {rules.length > 1 && ", …"}
          </span>
          <Button onPress={faults.turnAllOff}>Turn off</Button>
        </div>
      )}
    </div>
  );
}
