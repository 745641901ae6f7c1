/** The common part of the page and the panel: the navigation, and the shown section. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { FailNext } from "./faults/fail-next.tsx";
import { type Model, ModelContext, type SectionName, sectionNames, useModel } from "./model/model.ts";
import { Button } from "./parts/button.tsx";
import { Select } from "./parts/controls.tsx";
import { Icon } from "./parts/icon.tsx";
import { keepFocus } from "./parts/keep-focus.ts";
import { later } from "./parts/later.tsx";
import { set } from "./parts/set.ts";
import { sections } from "./sections.ts";
import { Alerts, NoticeList } from "./shell/alerts.tsx";
import { NoControl } from "./shell/no-control.tsx";
import { focusSection, onShortcut, ShortcutSheet } from "./shell/shortcuts.tsx";

interface AppProps {
  readonly model: Model;
  /** The controls of a panel: its place, and the button that closes it. */
  readonly tools?: ComponentChildren;
}

const DocumentDialog = later(async () => (await import("./shell/document-dialog.tsx")).DocumentDialog);

const failNext = (
  <span>
    Fail next<span class="long-only"> request</span>
  </span>
);

export function App({ model, tools }: AppProps) {
  const root = useRef<HTMLDivElement>(null);
  const { session, isPanel, width, section, dialog, clause } = model;
  useLayoutEffect(() => {
    const element = root.current!;
    const view = element.ownerDocument.defaultView!;
    const measure = new view.ResizeObserver(([entry]) => {
      width.value = entry!.contentRect.width;
    });
    measure.observe(element);
    const stopKeeping = keepFocus(element);
    // A panel handles only keys that are pressed in it, not those of the application.
    const keys: HTMLElement | Document = isPanel ? element : element.ownerDocument;
    const onKey = (event: Event) => onShortcut(event as KeyboardEvent, element, model);
    keys.addEventListener("keydown", onKey);
    return () => {
      measure.disconnect();
      stopKeeping();
      keys.removeEventListener("keydown", onKey);
    };
  }, []);
  const name = section.value;
  const { title, View } = sections[name];
  const Main = isPanel ? "section" : "main";
  const Title = isPanel ? "p" : "h1";
  const connection = session.connection.value;
  const isClosed = connection === "closed" || connection === "off";
  return (
    <ModelContext.Provider value={model}>
      <div class="app" ref={root}>
        {!isPanel && (
          <Button look="skip" text="Skip to the content" onPress={() => focusSection(root.current!)} />
        )}
        <header class="top">
          <Title class="title">
            <Icon name="ship" />
            <span>Store Orders mock</span>
          </Title>
          {!isClosed && <Button icon="faults" text={failNext} onPress={() => set(dialog, "failures")} />}
          {!isClosed && <WorldPicker />}
          <Button icon="keyboard" label="Keyboard shortcuts" onPress={() => set(dialog, "keys")} />
          <span class="live-mark muted small">
            <span class={`dot ${connection}`} aria-hidden="true" />
            {connection === "lost" ? "not answering" : connection}
          </span>
          {tools}
        </header>
        <Alerts />
        <nav aria-label="Sections">
          {sectionNames.map((each) => (
            <SectionLink key={each} name={each} />
          ))}
        </nav>
        {isClosed ? (
          <NoControl />
        ) : (
          <Main aria-label={title} key={session.world.value + name} class="section stack" tabIndex={-1}>
            <View />
          </Main>
        )}
        <NoticeList />
        {clause.value !== undefined && <DocumentDialog mark={clause.value} />}
        {dialog.value === "failures" && <FailNext />}
        {dialog.value === "keys" && <ShortcutSheet />}
      </div>
    </ModelContext.Provider>
  );
}

function SectionLink({ name }: { readonly name: SectionName }) {
  const model = useModel();
  const { title, short = title, mark } = sections[name];
  const fact = mark?.(model);
  return (
    <button
      type="button"
      class="section-link"
      title={title}
      aria-current={model.section.value === name ? "page" : undefined}
      onClick={() => set(model.section, name)}
    >
      <Icon name={name} />
      <span class="long">{title}</span>
      <span class="short">{short}</span> {fact ? <span class="mark">{fact.toLocaleString("en")}</span> : null}
    </button>
  );
}

/** The name of the shown world, visible in every section. */
function WorldPicker() {
  const { session, worlds } = useModel();
  const shown = session.world.value;
  const names = new Set([shown, ...worlds.list.value.slice(0, 200).map(({ name }) => name)]);
  return (
    <div class="world-picker">
      <Select
        label="World"
        value={shown}
        options={[...names].sort().map((name) => [name, name] as const)}
        onInput={session.switchWorld}
      />
    </div>
  );
}
