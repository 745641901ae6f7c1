/** The address and key of this mock for an application, with commands to copy and links to the docs. */

import { useModel } from "../model/model.ts";
import { remembered } from "../model/remembered.ts";
import { Button } from "../parts/button.tsx";
import { set } from "../parts/set.ts";
import { curlText, fetchText, listCall } from "../requests/request-code.ts";
import { ClauseLink } from "./clause-text.tsx";

const isOpen = remembered<boolean>("start strip", globalThis.innerWidth >= 720);

export function StartStrip() {
  const { session, notices, pageUrl } = useModel();
  const copy = (what: string, text: string) => () => notices.copy(what, text);
  return (
    <details class="start" open={isOpen.value} onToggle={(event) => set(isOpen, event.currentTarget.open)}>
      <summary class="small">Connect your application</summary>
      <div class="start-body row">
        <Fact name="Base URL" value={session.address} />
        <Fact name="API key" value={session.keyOf(session.world.value)} />
        <Fact name="World" value={session.world.value} />
        <span class="row">
          {pageUrl !== undefined && (
            <Button icon="copy" text="curl" onPress={copy("a curl command", curlText(listCall(session)))} />
          )}
          <Button icon="copy" text="fetch" onPress={copy("a fetch call", fetchText(listCall(session)))} />
          <ClauseLink mark="">The document</ClauseLink>
          {pageUrl !== undefined && (
            <>
              <a class="link" href={`${pageUrl}openapi.yaml`} target="_blank" rel="noreferrer">
                OpenAPI
              </a>
              <a class="link" href={`${pageUrl}_mock/docs/README.md`} target="_blank" rel="noreferrer">
                Docs
              </a>
            </>
          )}
        </span>
      </div>
    </details>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  const { notices } = useModel();
  return (
    <span class="row small">
      <span class="muted">{name}</span>
      <code class="grow">{value}</code>
      <Button icon="copy" label={`Copy: ${name}`} onPress={() => notices.copy(name, value)} />
    </span>
  );
}
