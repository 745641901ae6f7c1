/** Makes the next request fail, from wherever one is: which request, and how. */

import { useSignal } from "@preact/signals";
import type { OperationId } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import type { FaultRule } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { set } from "../parts/set.ts";
import { Terms } from "../parts/text.tsx";

/** The ways in which one request may fail at a press: the rule that each is, and what it says. */
const failures: readonly (readonly [name: string, rule: FaultRule, hint: string])[] = [
  ["401", { fault: "status", status: 401 }, "the key is refused"],
  ["409", { fault: "status", status: 409 }, "the order has shipped"],
  ["500", { fault: "status", status: 500 }, "the server has a fault"],
  ["slow", { fault: "delay", ms: 3000 }, "the answer comes 3 s late"],
  ["lost answer", { fault: "reset-after" }, "it happens, and the connection is reset"],
  ["offline", { fault: "reset-before" }, "nothing happens, and the connection is reset"],
];

const calls: readonly (readonly [operation: OperationId | undefined, name: string])[] = [
  [undefined, "request"],
  ["listOrders", "list"],
  ["cancelOrder", "cancel"],
];

const opener = (
  <span>
    Fail next<span class="long-only"> request</span>
  </span>
);

export function FailNext() {
  const { faults } = useModel();
  const isOpen = useSignal(false);
  const close = () => set(isOpen, false);
  return (
    <>
      <Button icon="fault" text={opener} onPress={() => set(isOpen, true)} />
      {isOpen.value && (
        <Dialog title="Fail the next…" onClose={close}>
          {calls.map(([operation, name]) => (
            <section class="fail-next" key={name} aria-label={`Next ${name}`}>
              <h3>{name}</h3>
              <div class="buttons">
                {failures.map(([failure, rule, hint]) => (
                  <Button
                    key={failure}
                    label={`Next ${name}: ${failure}`}
                    text={failure}
                    hint={hint}
                    onPress={() => {
                      faults.add({ ...rule, ...(operation && { operation }), times: 1 });
                      close();
                    }}
                  />
                ))}
              </div>
            </section>
          ))}
          <Terms terms={failures.map(([failure, , hint]) => [failure, hint])} look="hints" />
        </Dialog>
      )}
    </>
  );
}
