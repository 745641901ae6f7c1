/** One requirement and what the run says of it; one cause that explains failed ones. */

import type { ReportedCause, ReportedExchange, Result } from "../../conformance/report/report.ts";
import { clauses, formatClause } from "../../spec/clauses.ts";
import { formatMs, plural } from "../parts/format.ts";
import { Terms, Ticks } from "../parts/text.tsx";
import { ClauseLink } from "../shell/clause-text.tsx";

export function ResultItem({ result }: { readonly result: Result }) {
  const { id, title, clause, outcome, reason, expected, received, evidence } = result;
  return (
    <li class={`result ${outcome}`}>
      <details>
        <summary>
          <span class={`outcome ${outcome}`}>{outcome}</span>
          <span class="grow">
            <Ticks text={title} />
          </span>
        </summary>
        <div class="result-body">
          <p>
            <ClauseLink mark={clauses[clause].section}>{formatClause(clause)}</ClauseLink>:{" "}
            {clauses[clause].text}
          </p>
          {reason && !expected && <p>{reason}</p>}
          {expected && (
            <Terms
              terms={[
                ["expected", expected],
                ["actual", received],
              ]}
            />
          )}
          {evidence.exchanges.map((exchange, index) => (
            <ExchangeText key={index} exchange={exchange} />
          ))}
          <p class="muted">
            <code>{id}</code>
          </p>
        </div>
      </details>
    </li>
  );
}

function ExchangeText({
  exchange: { request, answer, failure, ms },
}: {
  readonly exchange: ReportedExchange;
}) {
  const lines = [
    `${request.method} ${request.url}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    "",
    answer ? `${answer.status}, after ${formatMs(ms)}` : `no answer: ${failure}`,
    ...(answer?.headers ?? []).map(([name, value]) => `${name}: ${value}`),
    ...(answer?.body ? ["", answer.body] : []),
  ];
  return (
    <pre class="body" tabIndex={0}>
      {lines.join("\n")}
    </pre>
  );
}

/** What is wrong, what is likely, and a call that shows it. */
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
            <Terms
              terms={[
                [differs.words[0], differs.failing.join(", ")],
                [differs.words[1], differs.passing.join(", ")],
              ]}
            />
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
