/** Everything the journal knows of one request, beside the list, and what can be made of it. */

import { formatJson, parseJson } from "../../base/json.ts";
import { ruleSentence } from "../faults/fault-words.ts";
import { useModel } from "../model/model.ts";
import type { FaultRule, JournalEntry } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { saveText } from "../parts/copy.ts";
import { formatBytes, formatMs, formatTime } from "../parts/format.ts";
import { Terms } from "../parts/text.tsx";
import { ClauseText } from "../shell/clause-text.tsx";
import { curlOf, fetchOf, sendAgain } from "./request-code.ts";
import { durationText, StatusMark } from "./request-row.tsx";
import { operationOf } from "./requests-model.ts";

interface RequestDetailsProps {
  readonly entry: JournalEntry;
  readonly onClose: () => void;
}

export function RequestDetails({ entry, onClose }: RequestDetailsProps) {
  const { session } = useModel();
  const { method, target, requestHeaders, requestBody, requestSize = 0 } = entry;
  const { responseHeaders = {}, responseBody, responseSize, delayMs = 0, tookMs = 0 } = entry;
  return (
    <section class="details" aria-label={`${method} ${target}`}>
      <header>
        <h2>
          {method} {target}
        </h2>
        <Button icon="close" label="Close the details" onPress={onClose} />
      </header>
      <p class="facts">
        <StatusMark entry={entry} />
        <span>{formatTime(entry.at)}</span>
        <span title={`The mock took ${formatMs(tookMs)}; ${formatMs(delayMs)} were added.`}>
          {durationText(entry)}
        </span>
        <span>{formatBytes(responseSize)}</span>
        <span>world {session.world.value}</span>
      </p>
      <p class="why-line">
        <ClauseText text={entry.why} tabIndex={0} />
      </p>
      <DetailActions entry={entry} />
      <Headers title="Request headers" headers={requestHeaders} />
      {requestSize > 0 && <Body title="Request body" text={requestBody} size={requestSize} />}
      <Headers title="Answer headers" headers={responseHeaders} />
      <Body title="Answer body" text={responseBody} size={responseSize} />
    </section>
  );
}

function DetailActions({ entry }: { readonly entry: JournalEntry }) {
  const { session, notices, faults } = useModel();
  const textAs = (format: "vitest" | "har") => session.control().journalAs(format, undefined, entry.id);
  const copy = (what: string, text: () => string | Promise<string>) => () =>
    notices.copy(`as ${what}`, text());
  const rule = ruleOfAnswer(entry);
  return (
    <div class="buttons">
      <Button icon="copy" onPress={copy("curl", () => curlOf(session, entry))}>
        curl
      </Button>
      <Button icon="copy" onPress={copy("fetch", () => fetchOf(session, entry))}>
        fetch
      </Button>
      <Button icon="copy" onPress={copy("a vitest test", () => textAs("vitest"))}>
        test
      </Button>
      <Button
        icon="down"
        onPress={() =>
          notices.attempt(async () =>
            saveText(await textAs("har"), `request-${entry.id}.har`, "application/json"),
          )
        }
      >
        HAR
      </Button>
      <Button
        icon="send"
        onPress={() => notices.attempt(async () => notices.say(await sendAgain(session, entry)))}
      >
        Send again
      </Button>
      <Button
        icon="fault"
        disabled={!rule}
        hint={rule ? ruleSentence(rule) : "Only errors, delays and lost answers can be repeated."}
        onPress={() => rule && faults.add(rule)}
      >
        Answer so again
      </Button>
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

/** JSON with its lines broken, every digit kept; other text as it stands. */
function pretty(text: string): string {
  if (text === "") return "None.";
  try {
    return formatJson(parseJson(text), 2);
  } catch {
    return text;
  }
}

/** A fault that answers the same call so again; undefined where no fault answers like that: the mock's usual answers need none. */
function ruleOfAnswer(entry: JournalEntry): FaultRule | undefined {
  const operation = operationOf(entry);
  if (!operation) return undefined;
  const { status, end, delayMs, responseBody } = entry;
  if (end === "hang") return { fault: "hang", operation };
  if (end === "reset") return { fault: "reset-after", operation };
  if (end === "cut") return { fault: "cut-body", operation };
  if (status >= 400) return { fault: "status", status, ...errorOf(responseBody), operation };
  return delayMs === undefined ? undefined : { fault: "delay", ms: delayMs, operation };
}

function errorOf(body = ""): { readonly code?: string; readonly message?: string } {
  try {
    const { code, message } = JSON.parse(body);
    return typeof code === "string" && typeof message === "string" ? { code, message } : {};
  } catch {
    return {};
  }
}
