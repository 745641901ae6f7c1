/** Shows whether this mock conforms to the document. */

import type { ComponentChild } from "preact";
import { formatJson } from "../../base/json.ts";
import type { Report } from "../../conformance/report/report.ts";
import { type Block, type Finding, partsOf, type Text } from "../../conformance/report/reporters/blocks.ts";
import { exchangeLines } from "../../conformance/report/reporters/exchange-text.ts";
import { findingOfCause, findingOfResult } from "../../conformance/report/reporters/findings.ts";
import { having, outcomesByWeight, tookText } from "../../conformance/report/reporters/report-words.ts";
import { unstyled } from "../../conformance/report/reporters/reporter.ts";
import { blockLines } from "../../conformance/report/reporters/terminal-blocks.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { plural } from "../parts/format.ts";
import { Terms } from "../parts/text.tsx";
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

const verdictWords = {
  conformant: "It keeps the whole document.",
  partial: "What was tested is kept; not everything was.",
  nonconformant: "It breaks the document.",
} as const;

function Findings({ report }: { readonly report: Report }) {
  const { notices } = useModel();
  const there = outcomesByWeight.filter((outcome) => report.counts[outcome] > 0);
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
        <code>{report.target.baseUrl}</code>, {plural(report.requests, "request")} in {tookText(report)}:{" "}
        {there.map((outcome) => `${report.counts[outcome]} ${outcome}`).join(", ")}
      </p>
      {report.causes.length > 0 && (
        <>
          <h3>{plural(report.causes.length, "cause")}</h3>
          <ul class="lines" aria-label="Causes">
            {report.causes.map((cause) => (
              <FindingItem key={cause.id} word="cause" finding={findingOfCause(cause, report)} />
            ))}
          </ul>
          <h3>Requirements</h3>
        </>
      )}
      <ul class="lines" aria-label="Requirements">
        {there.flatMap((outcome) =>
          having(report, outcome).map((result) => (
            <FindingItem key={result.id} word={outcome} finding={findingOfResult(result)} />
          )),
        )}
      </ul>
    </section>
  );
}

function FindingItem({ word, finding }: { readonly word: string; readonly finding: Finding }) {
  const { outcome, title, aside, blocks } = finding;
  return (
    <li class="result">
      <details>
        <summary>
          <span class={`tag ${outcome}`}>{word}</span>
          <span class="grow">
            <Words text={title} />
          </span>
        </summary>
        <div class="result-body stack">
          {blocks.map(blockView)}
          <p class="muted">{aside}</p>
        </div>
      </details>
    </li>
  );
}

function blockView(block: Block): ComponentChild {
  switch (block.kind) {
    case "finding":
      return <FindingItem word={block.outcome} finding={block} />;
    case "paragraph":
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
    case "facts":
      return <Terms terms={block.rows.map(([label, text]) => [label, <Words key={label} text={text} />])} />;
    case "requirements":
      return <p class="muted">{block.results.map(({ id }) => [<code key={id}>{id}</code>, " "])}</p>;
    case "evidence":
      return block.evidence.exchanges.map((exchange, index) => (
        <Lines key={index} lines={exchangeLines(exchange, 100, true)} />
      ));
    case "command":
      return <Lines lines={[block.text, block.answer ?? ""]} />;
    case "table":
      return <Lines lines={blockLines(block, { width: 100, style: unstyled })} />;
  }
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <pre class="body" tabIndex={0}>
    {lines.join("\n")}
  </pre>
);

const sectionMark = /section (\d(?:\.\d)?(?:, rule \d+)?)/;

/** Text in which the name of a clause is a link to the document. */
function Words({ text }: { readonly text: Text }) {
  return partsOf(text).map((part, index) => {
    if (typeof part !== "string") return <code key={index}>{part.code}</code>;
    return part.split(sectionMark).map((piece, place) =>
      place % 2 === 1 ? (
        <ClauseLink key={place} mark={piece}>
          section {piece}
        </ClauseLink>
      ) : (
        piece
      ),
    );
  });
}
