/** Shows whether this mock conforms to the document. */

import type { ComponentChildren } from "preact";
import { formatJson } from "../../base/json.ts";
import type {
  Outcome,
  Report,
  ReportedCause,
  ReportedExchange,
  Result,
} from "../../conformance/report/report.ts";
import { exchangeLines } from "../../conformance/report/reporters/exchange-text.ts";
import { clauses, formatClause } from "../../spec/clauses.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { formatMs, plural } from "../parts/format.ts";
import { Terms, Ticks } from "../parts/text.tsx";
import { ClauseLink } from "../shell/clause-text.tsx";

export function ConformanceSection() {
  const { conformance, session } = useModel();
  const run = conformance.run.value;
  return (
    <div class="sheet stack">
      <section class="card stack" aria-label="Run">
        <header class="row">
          <h2>
            Target: this mock, <code>{session.address}</code>
          </h2>
          <Button
            look="primary"
            icon="conformance"
            text="Run the suite"
            disabled={run !== undefined}
            onPress={conformance.judge}
          />
        </header>
        <p class="muted">
          It runs in a world and with orders of its own, with the answers that are chosen here and without
          faults. Its calls are marked, and hidden in Requests.
        </p>
        {run && <progress aria-label="The run" max={Math.max(1, run.total)} value={run.done} />}
      </section>
      {conformance.report.value && <Findings report={conformance.report.value} />}
    </div>
  );
}

const order: readonly Outcome[] = ["failed", "errored", "warned", "untested", "passed"];
const verdictWords = {
  conformant: "It keeps the whole document.",
  partial: "What was tested is kept; not everything was.",
  nonconformant: "It breaks the document.",
} as const;

function Findings({ report }: { readonly report: Report }) {
  const { notices } = useModel();
  const there = order.filter((outcome) => report.counts[outcome] > 0);
  return (
    <section class="card stack" aria-label="Findings">
      <header class="row">
        <h2 class={`toned ${report.verdict}`}>{verdictWords[report.verdict]}</h2>
        <Button
          icon="down"
          text="Download the report"
          onPress={() => notices.save("store-orders-report.json", formatJson(report, 2))}
        />
      </header>
      <p class="muted">
        <code>{report.target.baseUrl}</code>, {plural(report.requests, "request")} in{" "}
        {formatMs(report.durationMs)}:{" "}
        {there.map((outcome) => `${report.counts[outcome]} ${outcome}`).join(", ")}
      </p>
      {report.causes.length > 0 && (
        <>
          <h3>{plural(report.causes.length, "cause")}</h3>
          <ul class="lines" aria-label="Causes">
            {report.causes.map((cause) => (
              <CauseItem key={cause.id} cause={cause} />
            ))}
          </ul>
          <h3>Requirements</h3>
        </>
      )}
      <ul class="lines" aria-label="Requirements">
        {there.flatMap((outcome) =>
          report.results
            .filter((result) => result.outcome === outcome)
            .map((result) => <ResultItem key={result.id} result={result} />),
        )}
      </ul>
    </section>
  );
}

interface FindingProps {
  readonly outcome: Outcome;
  readonly word: string;
  readonly title: string;
  readonly note?: string;
  readonly children: ComponentChildren;
}

function Finding({ outcome, word, title, note, children }: FindingProps) {
  return (
    <li class="result">
      <details>
        <summary>
          <span class={`tag ${outcome}`}>{word}</span>
          <span class="grow">
            <Ticks text={title} />
          </span>
          <span class="muted">{note}</span>
        </summary>
        <div class="result-body stack">{children}</div>
      </details>
    </li>
  );
}

function ResultItem({ result }: { readonly result: Result }) {
  const { id, title, clause, outcome, reason, expected, received, evidence } = result;
  return (
    <Finding outcome={outcome} word={outcome} title={title}>
      <p>
        <ClauseLink mark={clauses[clause].section}>{formatClause(clause)}</ClauseLink>: {clauses[clause].text}
      </p>
      {reason && !expected && <p>{reason}</p>}
      {expected && <Terms terms={Object.entries({ expected, actual: received })} />}
      {evidence.exchanges.map((exchange, index) => (
        <ExchangeText key={index} exchange={exchange} />
      ))}
      <p class="muted">
        <code>{id}</code>
      </p>
    </Finding>
  );
}

/** A cause: its title, its likely reason, and a call that shows it. */
function CauseItem({ cause }: { readonly cause: ReportedCause }) {
  const { title, likely, requirements, calls, differs, example } = cause;
  const note = `${plural(requirements.length, "requirement")}, ${plural(calls.failing, "call")}`;
  return (
    <Finding outcome="failed" word="cause" title={title} note={note}>
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
    </Finding>
  );
}

function ExchangeText({ exchange }: { readonly exchange: ReportedExchange }) {
  return (
    <pre class="body" tabIndex={0}>
      {exchangeLines(exchange, 100, { body: 1000, header: 30 }).join("\n")}
    </pre>
  );
}
