/** All data of the journal about one request, beside the list, with actions on it. */

import { formatJson, isJsonObject, readJson } from "../../base/json.ts";
import { ruleSentence } from "../faults/fault-words.ts";
import { useModel } from "../model/model.ts";
import type { FaultRule, JournalEntry } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { formatBytes, formatMs, formatTime } from "../parts/format.ts";
import { set } from "../parts/set.ts";
import { Terms } from "../parts/text.tsx";
import { ClauseText } from "../shell/clause-text.tsx";
import { callOf, curlText, fetchText, sendAgain } from "./request-code.ts";
import { durationText, StatusMark } from "./request-columns.tsx";
import { operationOf } from "./requests-model.ts";

export function RequestDetails({ entry }: { readonly entry: JournalEntry }) {
  const { session, requests } = useModel();
  const { method, target, responseSize, requestSize = 0, delayMs = 0, tookMs = 0 } = entry;
  return (
    <section class="details stack" aria-label={`${method} ${target}`}>
      <header class="head">
        <h2>
          {method} {target}
        </h2>
        <Button icon="close" label="Close the details" onPress={() => set(requests.selected, undefined)} />
      </header>
      <p class="facts row muted">
        <StatusMark entry={entry} />
        <span>{formatTime(entry.at)}</span>
        <span title={`The mock took ${formatMs(tookMs)}; ${formatMs(delayMs)} were added.`}>
          {durationText(entry)}
        </span>
        <span>{formatBytes(responseSize)}</span>
        <span>world {session.world.value}</span>
      </p>
      <p class="grow">
        <ClauseText text={entry.why} tabIndex={0} />
      </p>
      <DetailActions entry={entry} />
      <Headers title="Request headers" headers={entry.requestHeaders} />
      {requestSize > 0 && <Body title="Request body" text={entry.requestBody} size={requestSize} />}
      <Headers title="Answer headers" headers={entry.responseHeaders ?? {}} />
      <Body title="Answer body" text={entry.responseBody} size={responseSize} />
    </section>
  );
}

function DetailActions({ entry }: { readonly entry: JournalEntry }) {
  const { session, notices, faults } = useModel();
  const { copy, save, attempt, say } = notices;
  const textAs = (format: "vitest" | "har") => session.control().journalAs(format, undefined, entry.id);
  const call = callOf(session, entry);
  const rule = ruleOfAnswer(entry);
  return (
    <div class="row">
      <Button icon="copy" text="curl" onPress={() => copy("as curl", curlText(call))} />
      <Button icon="copy" text="fetch" onPress={() => copy("as fetch", fetchText(call))} />
      <Button icon="copy" text="test" onPress={() => copy("as a vitest test", textAs("vitest"))} />
      <Button icon="down" text="HAR" onPress={() => save(`request-${entry.id}.har`, textAs("har"))} />
      <Button
        icon="send"
        text="Send again"
        onPress={() => attempt(async () => say(await sendAgain(session, entry)))}
      />
      <Button
        icon="faults"
        text="Repeat this answer"
        disabled={!rule}
        hint={rule ? ruleSentence(rule) : "Only errors, delays and lost answers can be repeated."}
        onPress={() => rule && faults.add(rule)}
      />
    </div>
  );
}

function Headers({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }) {
  const all = Object.entries(headers);
  return (
    <>
      <h3>{title}</h3>
      {all.length === 0 ? <p class="muted">None.</p> : <Terms terms={all} />}
    </>
  );
}

function Body({ title, text, size }: { title: string; text: string | undefined; size: number }) {
  return (
    <>
      <h3>{title}</h3>
      <pre class="body" tabIndex={0}>
        {text === undefined && size > 0
          ? `${formatBytes(size)}: the journal keeps bodies of up to 2 KiB.`
          : pretty(text ?? "")}
      </pre>
    </>
  );
}

/** JSON with line breaks and every digit; other text unchanged. */
function pretty(text: string): string {
  if (text === "") return "None.";
  const json = readJson(text, () => undefined);
  return json === undefined ? text : formatJson(json, 2);
}

/** A fault that gives the same answer again; undefined for a usual answer of the mock. */
function ruleOfAnswer(entry: JournalEntry): FaultRule | undefined {
  const operation = operationOf(entry);
  if (!operation) return undefined;
  const { status, end, delayMs, responseBody } = entry;
  if (end === "hang") return { fault: "hang", operation };
  if (end === "reset") return { fault: "reset-after", operation };
  if (end === "cut") return { fault: "cut-body", operation };
  if (status >= 400) {
    const error = readJson(responseBody ?? "", () => undefined);
    const { code, message } = isJsonObject(error) ? error : {};
    const isError = typeof code === "string" && typeof message === "string";
    return { fault: "status", status, ...(isError && { code, message }), operation };
  }
  return delayMs === undefined ? undefined : { fault: "delay", ms: delayMs, operation };
}
