/** One mistake of the server that explains failed requirements: what is wrong, what is likely, and a call that shows it. */

import type { ReportedCause } from "../../conformance/report/report-causes.ts";
import { plural } from "../parts/format.ts";
import { Ticks } from "../parts/ticks.tsx";
import { ExchangeText } from "./result-item.tsx";

export function CauseItem({ cause }: { readonly cause: ReportedCause }) {
  const { title, likely, requirements, calls, differs, example } = cause;
  return (
    <li class="result">
      <details>
        <summary>
          <span class="outcome failed">cause</span>
          <span class="grow">
            <Ticks text={title} />
          </span>
          <span class="muted">
            {plural(requirements.length, "requirement")}, {plural(calls.failing, "call")}
          </span>
        </summary>
        <div class="result-body">
          {likely.length > 0 && (
            <p>
              Likely: <code>{likely.map(({ text }) => text).join(", or ")}</code>
            </p>
          )}
          {differs && (
            <dl class="headers">
              <div>
                <dt>{differs.words[0]}</dt>
                <dd>{differs.failing.join(", ")}</dd>
              </div>
              <div>
                <dt>{differs.words[1]}</dt>
                <dd>{differs.passing.join(", ")}</dd>
              </div>
            </dl>
          )}
          {example && <ExchangeText exchange={example} />}
          <p class="muted">
            {requirements.map((id) => (
              <code key={id}>{id} </code>
            ))}
          </p>
        </div>
      </details>
    </li>
  );
}
