/** Whether this mock keeps the document. */

import { useSignal } from "@preact/signals";
import { formatJson } from "../../base/json.ts";
import type { Outcome, Report } from "../../conformance/report/report.ts";
import { parseProfile } from "../../spec/profile.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Segments } from "../parts/controls.tsx";
import { saveText } from "../parts/copy.ts";
import { formatMs, plural } from "../parts/format.ts";
import { set } from "../parts/set.ts";
import { type Run, seenProfile } from "./conformance-model.ts";
import { CauseItem, ResultItem } from "./result-item.tsx";

export function ConformanceSection() {
  const { conformance, session } = useModel();
  const run = conformance.run.value;
  return (
    <div class="sheet">
      <section class="card" aria-label="Run">
        <header>
          <h2>
            Target: this mock, <code>{session.address}</code>
          </h2>
          <Button
            look="primary"
            icon="conformance"
            disabled={run !== undefined}
            onPress={conformance.judgeMock}
          >
            Run the suite
          </Button>
        </header>
        <p class="muted">
          It runs in a world and with orders of its own, with the answers that are chosen here and without
          faults. Its calls are marked, and hidden in Requests.
        </p>
        {run && <Running run={run} />}
        {conformance.problem.value && (
          <p class="problem" role="alert">
            {conformance.problem.value}
          </p>
        )}
      </section>
      {conformance.report.value && <Findings report={conformance.report.value} />}
    </div>
  );
}

function Running({ run: { done, total, calls, newest, results } }: { readonly run: Run }) {
  return (
    <div class="running">
      <progress aria-label="The run" max={Math.max(1, total)} value={done} />
      <p class="muted">
        {plural(calls, "call")}, {plural(results.length, "result")} so far
      </p>
      <pre class="body calls">{newest.join("\n")}</pre>
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
  const { questions, notices } = useModel();
  const shown = useSignal<Outcome | "all">("all");
  const there = order.filter((outcome) => report.counts[outcome] > 0);
  const results = there
    .filter((outcome) => shown.value === "all" || outcome === shown.value)
    .flatMap((outcome) => report.results.filter((result) => result.outcome === outcome));
  const answerSo = () => {
    const seen = seenProfile(report);
    void notices.attempt(() => questions.use(parseProfile(seen, "what was seen"), "what was seen"));
  };
  return (
    <section class="card" aria-label="Findings">
      <header>
        <h2 class={`verdict ${report.verdict}`}>{verdictWords[report.verdict]}</h2>
        <Segments
          label="Outcome"
          value={shown.value}
          options={[
            ["all", "all"],
            ...there.map((outcome) => [outcome, `${report.counts[outcome]} ${outcome}`] as const),
          ]}
          onChange={(value) => set(shown, value)}
        />
      </header>
      <p class="muted">
        <code>{report.target.baseUrl}</code>, {plural(report.requests, "request")} in{" "}
        {formatMs(report.durationMs)}
      </p>
      <div class="buttons">
        <Button icon="questions" onPress={answerSo}>
          Use its answers here
        </Button>
        <Button
          icon="down"
          onPress={() => saveText(formatJson(report, 2), "store-orders-report.json", "application/json")}
        >
          Download the report
        </Button>
      </div>
      {report.causes.length > 0 && (
        <>
          <h3>{plural(report.causes.length, "cause")}</h3>
          <ul class="results" aria-label="Causes">
            {report.causes.map((cause) => (
              <CauseItem key={cause.id} cause={cause} />
            ))}
          </ul>
          <h3>Requirements</h3>
        </>
      )}
      <ul class="results" aria-label="Requirements">
        {results.map((result) => (
          <ResultItem key={result.id} result={result} />
        ))}
      </ul>
    </section>
  );
}
