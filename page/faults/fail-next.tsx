/** Makes the next request fail, in every section, with a choice of the request and the failure. */

import type { OperationId } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import type { FaultRule } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { set } from "../parts/set.ts";
import { Terms } from "../parts/text.tsx";
import { faultWords } from "./fault-words.ts";

/** The hint is by default the effect of the fault. */
type Failure = readonly [name: string, rule: FaultRule, hint?: string];

/** The failures of one request: a status, or a fault by its name. */
const failures: readonly Failure[] = [
  ["401", { fault: "status", status: 401 }, "The key is refused, and the request has no effect."],
  ["500", { fault: "status", status: 500 }, "The server has a fault, and the request has no effect."],
  ["delay", { fault: "delay", ms: 3000 }, "The answer comes 3 s late."],
  ["reset-after", { fault: "reset-after" }],
  ["reset-before", { fault: "reset-before" }],
];
/** A 409 of the document: the order has shipped, as the list then shows. */
const conflict: Failure = ["409", { fault: "ship-first" }, `ship-first: ${faultWords["ship-first"]}`];

const calls: readonly (readonly [name: string, failures: readonly Failure[], operation?: OperationId])[] = [
  ["request", failures],
  ["list", failures, "listOrders"],
  ["cancel", [conflict, ...failures], "cancelOrder"],
];
const hintOf = ([, { fault }, hint = faultWords[fault]]: Failure) => hint;

export function FailNext() {
  const { faults, dialog } = useModel();
  const close = () => set(dialog, undefined);
  const fail = (rule: FaultRule, operation: OperationId | undefined) => {
    void faults.add({ ...rule, ...(operation && { operation }), times: 1 });
    close();
  };
  return (
    <Dialog title="Fail the next…" onClose={close}>
      {calls.map(([name, failures, operation]) => (
        <section class="fail-next" key={name} aria-label={`Next ${name}`}>
          <h3>{name}</h3>
          <div class="row">
            {failures.map((failure) => (
              <Button
                key={failure[0]}
                label={`Next ${name}: ${failure[0]}`}
                text={failure[0]}
                hint={hintOf(failure)}
                onPress={() => fail(failure[1], operation)}
              />
            ))}
          </div>
        </section>
      ))}
      <Terms terms={[conflict, ...failures].map((failure) => [failure[0], hintOf(failure)])} ofWords />
    </Dialog>
  );
}
