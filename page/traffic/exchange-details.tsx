/** Everything the journal knows of one exchange, and what can be made of it. */

import { formatJson, parseJson } from "../../base/json.ts";
import { useModel } from "../model/model.ts";
import type { JournalEntry } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { copyText, saveText } from "../parts/copy.ts";
import { Dialog } from "../parts/dialog.tsx";
import { formatBytes, formatMs, formatTime } from "../parts/format.ts";
import { sendAgain } from "./send-again.ts";
import { StatusMark } from "./traffic-row.tsx";

interface ExchangeDetailsProps {
  readonly entry: JournalEntry;
  readonly onClose: () => void;
}

export function ExchangeDetails({ entry, onClose }: ExchangeDetailsProps) {
  const { session, notices } = useModel();
  const { method, target, requestHeaders, responseHeaders = {}, responseBody, responseSize } = entry;
  const textAs = (format: "curl" | "vitest" | "har") =>
    session.control().journalAs(format, undefined, entry.id);
  const copyAs = (format: "curl" | "vitest", what: string) =>
    notices.attempt(async () => {
      await copyText(await textAs(format));
      notices.say(`Copied as ${what}.`);
    });
  return (
    <Dialog place="side" onClose={onClose} title={`${method} ${target}`}>
      <p class="facts">
        <StatusMark entry={entry} />
        <span>{formatTime(entry.at)}</span>
        <span>held {formatMs(entry.delayMs ?? 0)}</span>
        <span>{formatBytes(responseSize)}</span>
        <span>world {session.world.value}</span>
      </p>
      <p class="why-line">{entry.why}</p>
      <div class="buttons">
        <Button icon="copy" onPress={() => copyAs("curl", "a curl command")}>
          Copy as curl
        </Button>
        <Button icon="copy" onPress={() => copyAs("vitest", "a vitest test")}>
          Copy as test
        </Button>
        <Button
          icon="down"
          onPress={() =>
            notices.attempt(async () =>
              saveText(await textAs("har"), `exchange-${entry.id}.har`, "application/json"),
            )
          }
        >
          Save as HAR
        </Button>
        <Button
          icon="send"
          look="primary"
          onPress={() => notices.attempt(async () => notices.say(await sendAgain(session, entry)))}
        >
          Send again
        </Button>
      </div>
      <Headers title="Request" headers={requestHeaders} />
      <Headers title="Answer" headers={responseHeaders} />
      <h3>Body</h3>
      <pre class="body" tabIndex={0}>
        {responseBody === undefined ? leftOut(responseSize) : pretty(responseBody)}
      </pre>
    </Dialog>
  );
}

function Headers({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }) {
  const all = Object.entries(headers);
  return (
    <>
      <h3>{title}</h3>
      {all.length === 0 ? (
        <p class="muted">No headers are kept.</p>
      ) : (
        <dl class="headers">
          {all.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

const leftOut = (size: number) =>
  size === 0 ? "There is none." : `${formatBytes(size)}: the journal keeps short bodies only.`;

/** JSON with its lines broken, every digit kept; other text as it stands. */
function pretty(text: string): string {
  if (text === "") return "There is none.";
  try {
    return formatJson(parseJson(text), 2);
  } catch {
    return text;
  }
}
