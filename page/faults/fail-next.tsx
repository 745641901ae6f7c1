/** Makes the next request fail, in every section, with a choice of the request and the failure. */

import { useSignal } from "@preact/signals";
import type { OperationId } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import type { FaultRule } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { NumberField } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { set } from "../parts/set.ts";
import { Terms } from "../parts/text.tsx";
import { faultWords } from "./fault-words.ts";

type Failure = readonly [name: string, rule: FaultRule, hint: string];

const failureOf = (name: string, rule: FaultRule, hint = faultWords[rule.fault]): Failure => [
  name,
  rule,
  hint,
];

/** The failures of one request: a status, or a fault by its name. */
const failures: readonly Failure[] = [
  failureOf("401", { fault: "status", status: 401 }, "The key is refused, and the request has no effect."),
  failureOf(
    "500",
    { fault: "status", status: 500 },
    "The server has a fault, and the request has no effect.",
  ),
  failureOf("delay", { fault: "delay", ms: 3000 }, "The answer comes 3 s late."),
  failureOf("reset-after", { fault: "reset-after" }),
  failureOf("reset-before", { fault: "reset-before" }),
];
/** A 409 of the document: the order has shipped, as the list then shows. */
const conflict = failureOf("409", { fault: "ship-first" }, `ship-first: ${faultWords["ship-first"]}`);

interface Call {
  readonly operation?: OperationId;
  readonly name: string;
  readonly failures: readonly Failure[];
}

const calls: readonly Call[] = [
  { name: "request", failures },
  { operation: "listOrders", name: "list", failures },
  { operation: "cancelOrder", name: "cancel", failures: [conflict, ...failures] },
];

const opener = (
  <span>
    Fail next<span class="long-only"> request</span>
  </span>
);

export function FailNext() {
  const { faults } = useModel();
  const isOpen = useSignal(false);
  const after = useSignal<number | undefined>(undefined);
  const close = () => {
    set(isOpen, false);
    set(after, undefined);
  };
  const fail = (rule: FaultRule, operation: OperationId | undefined) => {
    const scope = { ...(operation && { operation }), ...(after.value && { after: after.value }) };
    faults.add({ ...rule, ...scope, times: 1 });
    close();
  };
  return (
    <>
      <Button icon="fault" text={opener} onPress={() => set(isOpen, true)} />
      {isOpen.value && (
        <Dialog title="Fail the next…" onClose={close}>
          <NumberField
            label="Requests to let pass first"
            value={after.value}
            range={[1, 1_000_000]}
            placeholder="0"
            onCommit={(value) => set(after, value)}
          />
          {calls.map(({ operation, name, failures }) => (
            <section class="fail-next" key={name} aria-label={`Next ${name}`}>
              <h3>{name}</h3>
              <div class="buttons">
                {failures.map(([failure, rule, hint]) => (
                  <Button
                    key={failure}
                    label={`Next ${name}: ${failure}`}
                    text={failure}
                    hint={hint}
                    onPress={() => fail(rule, operation)}
                  />
                ))}
              </div>
            </section>
          ))}
          <Terms terms={[conflict, ...failures].map(([failure, , hint]) => [failure, hint])} look="hints" />
        </Dialog>
      )}
    </>
  );
}
