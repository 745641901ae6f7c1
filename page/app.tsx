/** The page and the panel alike: the ways between the sections, and the section that is shown. */

import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Model, ModelContext } from "./model/model.ts";
import { IconButton } from "./parts/button.tsx";
import { Icon } from "./parts/icon.tsx";
import { NoticeList } from "./parts/notice-list.tsx";
import { WidthContext } from "./parts/use-width.ts";
import { type Section, type SectionName, sectionNames, sections } from "./sections.ts";
import { ConnectionBar } from "./shell/connection-bar.tsx";
import { Settings } from "./shell/settings.tsx";
import { TokenGate } from "./shell/token-gate.tsx";
import { WorldPicker } from "./shell/world-picker.tsx";
import { TrafficList } from "./traffic/traffic-section.tsx";

interface AppProps {
  readonly model: Model;
  readonly section: Signal<SectionName>;
  /** Of a panel inside another page, whose own heading and main part stay the only ones. */
  readonly onClose?: (() => void) | undefined;
}

/** From here on, the traffic is shown beside the section (pixels). */
const besideWidth = 1500;

export function App({ model, section, onClose }: AppProps) {
  const root = useRef<HTMLDivElement>(null);
  const width = useSignal(root.current?.clientWidth ?? globalThis.innerWidth);
  useLayoutEffect(() => {
    const measure = new ResizeObserver(([entry]) => {
      width.value = entry!.contentRect.width;
    });
    measure.observe(root.current!);
    return () => measure.disconnect();
  }, []);
  const { session } = model;
  const name = section.value;
  const { title, View }: Section = sections[name];
  const Main = onClose ? "section" : "main";
  const Title = onClose ? "p" : "h1";
  const isBeside = width.value >= besideWidth && name !== "traffic";
  return (
    <ModelContext.Provider value={model}>
      <WidthContext.Provider value={width}>
        <div class={`app ${isBeside ? "with-traffic" : ""}`} ref={root}>
          <header class="top">
            <Title class="title">
              <Icon name="ship" />
              <span>Store Orders mock</span>
            </Title>
            <WorldPicker />
            <Settings />
            {onClose && <IconButton icon="close" label="Close the panel" onPress={onClose} />}
          </header>
          <nav aria-label="Sections">
            {sectionNames.map((each) => (
              <SectionLink key={each} name={each} model={model} section={section} />
            ))}
          </nav>
          {session.connection.value === "closed" ? (
            <TokenGate />
          ) : (
            <Main aria-label={title} key={session.world.value + name} class={`section ${name}`}>
              <View />
            </Main>
          )}
          {isBeside && session.connection.value !== "closed" && (
            <aside aria-label="Traffic" class="section traffic">
              <h2>
                <Icon name="traffic" />
                Traffic
              </h2>
              <TrafficList isBeside />
            </aside>
          )}
          <ConnectionBar />
          <NoticeList />
        </div>
      </WidthContext.Provider>
    </ModelContext.Provider>
  );
}

interface SectionLinkProps extends Pick<AppProps, "model" | "section"> {
  readonly name: SectionName;
}

function SectionLink({ name, model, section }: SectionLinkProps) {
  const { title, icon, mark }: Section = sections[name];
  const fact = mark(model);
  return (
    <button
      type="button"
      class="section-link"
      aria-current={section.value === name ? "page" : undefined}
      onClick={() => {
        section.value = name;
      }}
    >
      <Icon name={icon} />
      <span>{title}</span>
      {fact && <span class="mark">{fact}</span>}
    </button>
  );
}
