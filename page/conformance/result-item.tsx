/** One requirement and what the run says of it. */

import type { ReportedExchange, Result } from "../../conformance/report/report.ts";
import { clauses, formatClause } from "../../spec/clauses.ts";
import { formatMs } from "../parts/format.ts";
import { Ticks } from "../parts/ticks.tsx";
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
            <dl class="headers">
              <div>
                <dt>expected</dt>
                <dd>{expected}</dd>
              </div>
              <div>
                <dt>actual</dt>
                <dd>{received}</dd>
              </div>
            </dl>
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

export function ExchangeText({
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
