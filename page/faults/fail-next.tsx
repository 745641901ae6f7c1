/** Makes the next request fail, from wherever one is: which request, and how. */

import { useSignal } from "@preact/signals";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { failureHints, type NextFailure, nextCalls, nextFailures, ruleOfNext } from "./next-failures.ts";

export function FailNext() {
  const { faults } = useModel();
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  return (
    <>
      <Button
        icon="fault"
        onPress={() => {
          isOpen.value = true;
        }}
      >
        <span class="long-only">Fail next request</span>
        <span class="short-only">Fail next</span>
      </Button>
      {isOpen.value && (
        <Dialog title="Fail the next…" onClose={close}>
          {nextCalls.map(([operation, name]) => (
            <section class="fail-next" key={name} aria-label={`Next ${name}`}>
              <h3>{name}</h3>
              <div class="buttons">
                {(Object.keys(nextFailures) as NextFailure[]).map((failure) => (
                  <Button
                    key={failure}
                    hint={failureHints[failure]}
                    onPress={() => {
                      faults.add(ruleOfNext(operation, failure));
                      close();
                    }}
                  >
                    <span class="unseen">Next {name}: </span>
                    {failure}
                  </Button>
                ))}
              </div>
            </section>
          ))}
          <dl class="hints">
            {(Object.keys(nextFailures) as NextFailure[]).map((failure) => (
              <div key={failure}>
                <dt>{failure}</dt>
                <dd>{failureHints[failure]}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
