/** Whether a server keeps the document: this mock, or another one that answers pages of other sites. */

import { useSignal } from "@preact/signals";
import { formatJson } from "../../base/json.ts";
import type { Outcome, Report } from "../../conformance/report/report.ts";
import { parseProfile } from "../../spec/profile.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments } from "../parts/controls.tsx";
import { saveText } from "../parts/copy.ts";
import { formatMs, plural } from "../parts/format.ts";
import { ResultItem } from "./result-item.tsx";
import { type Run, seenProfile } from "./verdict-model.ts";

type Judged = "mock" | "other";

export function VerdictSection() {
  const { verdict } = useModel();
  const judged = useSignal<Judged>("mock");
  const run = verdict.run.value;
  return (
    <div class="sheet">
      <section class="card" aria-label="Ask for a verdict">
        <header>
          <h2>Does it keep the document?</h2>
          <Segments
            label="Which server"
            value={judged.value}
            options={[
              ["mock", "this mock"],
              ["other", "another server"],
            ]}
            onChange={(value) => {
              judged.value = value;
            }}
          />
        </header>
        {judged.value === "mock" ? (
          <AskMock isRunning={run !== undefined} />
        ) : (
          <AskOther isRunning={run !== undefined} />
        )}
        {run && <Running run={run} />}
        {verdict.problem.value && (
          <p class="problem" role="alert">
            {verdict.problem.value}
          </p>
        )}
      </section>
      {verdict.report.value && <Findings report={verdict.report.value} />}
    </div>
  );
}

function AskMock({ isRunning }: { readonly isRunning: boolean }) {
  const { verdict } = useModel();
  return (
    <>
      <p class="muted">
        In a world and with orders of its own, by the answers that are set here and without faults. Calls
        without a valid key belong to no world: the traffic of the default one shows them.
      </p>
      <div class="buttons">
        <Button look="primary" icon="verdict" disabled={isRunning} onPress={verdict.judgeMock}>
          Run the suite
        </Button>
      </div>
    </>
  );
}

function AskOther({ isRunning }: { readonly isRunning: boolean }) {
  const { verdict } = useModel();
  const { baseUrl, apiKey, pending, shipped } = verdict.other.value;
  const set = (name: string) => (value: string) => {
    verdict.other.value = { ...verdict.other.value, [name]: value };
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void verdict.judgeOther();
      }}
    >
      <p class="muted">
        It must allow this page by CORS. The pending orders that you name are cancelled for good; without any,
        what needs them stays untested.
      </p>
      <div class="columns">
        <Field
          label="Base URL"
          placeholder="https://staging.example/v1"
          required
          value={baseUrl}
          onInput={set("baseUrl")}
        />
        <Field label="API key" type="password" value={apiKey} onInput={set("apiKey")} />
      </div>
      <div class="columns">
        <Field
          label="Pending orders to use up"
          placeholder="101, 102, 103"
          value={pending}
          onInput={set("pending")}
        />
        <Field label="Shipped orders" placeholder="204" value={shipped} onInput={set("shipped")} />
      </div>
      <div class="buttons">
        <Button look="primary" icon="verdict" type="submit" disabled={isRunning}>
          Run the suite
        </Button>
      </div>
    </form>
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
      <ul class="results">
        {results.map((result) => (
          <ResultItem key={result.id} result={result} />
        ))}
      </ul>
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
  const { silence, notices } = useModel();
  const shown = useSignal<Outcome | "all">("all");
  const there = order.filter((outcome) => report.counts[outcome] > 0);
  const results = there
    .filter((outcome) => shown.value === "all" || outcome === shown.value)
    .flatMap((outcome) => report.results.filter((result) => result.outcome === outcome));
  const play = () => {
    const seen = seenProfile(report);
    void notices.attempt(() => silence.play(parseProfile(seen, "what was seen"), "what was seen"));
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
          onChange={(value) => {
            shown.value = value;
          }}
        />
      </header>
      <p class="muted">
        {report.target.baseUrl}, {plural(report.requests, "request")} in {formatMs(report.durationMs)}
      </p>
      <div class="buttons">
        <Button icon="silence" onPress={play}>
          Play its answers here
        </Button>
        <Button
          icon="down"
          onPress={() => saveText(formatJson(report, 2), "store-orders-report.json", "application/json")}
        >
          Save the report
        </Button>
      </div>
      <ul class="results">
        {results.map((result) => (
          <ResultItem key={result.id} result={result} />
        ))}
      </ul>
    </section>
  );
}
