/** `<store-orders-devtools>`: the panel as an element, in a shadow tree that the application's styles do not affect. */

import { render } from "preact";
import { createControlClient } from "../../mocks/client/control-client.ts";
import { asSet } from "../faults/faults-model.ts";
import { createModel } from "../model/model.ts";
import type { FaultRule, PageControl } from "../model/page-control.ts";
import { readStored, writeStored } from "../model/remembered.ts";
import { type Session, startWorld } from "../model/session.ts";
import { pageStyle } from "../style/page-style.ts";
import { isOpen, Panel, section } from "./panel.tsx";

export const elementName = "store-orders-devtools";
const defaultShortcut = "Alt+Shift+O";

/** The base class; a placeholder without a document, so that the module can be loaded on a server that renders pages. */
const ElementBase = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class DevtoolsElement extends ElementBase {
  /** A mock's control in this process, or a client. Without it, the attribute base-url has the mock's address. */
  control: PageControl | undefined;
  #stop = () => {};

  connectedCallback(): void {
    const baseUrl = (this.getAttribute("base-url") ?? "/v1").replace(/\/+$/, "");
    const { control } = this;
    // Only a mock in this process answers synchronously, and ends with the page.
    const isInProcess = control !== undefined && !(control.health() instanceof Promise);
    if (isInProcess) restoreChanges(control, baseUrl);
    const world = this.getAttribute("world") ?? startWorld;
    const model = createModel({
      openControl: (token) => control ?? createControlClient({ baseUrl, token }),
      baseUrl,
      world,
      token: this.getAttribute("token") ?? undefined,
      apiKey: this.getAttribute("api-key") ?? "mock-key",
      pageUrl: isInProcess ? undefined : `${new URL(baseUrl, location.href).origin}/`,
      isPanel: true,
      section,
    });
    if (isInProcess) storeChanges(model.session);

    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [pageStyle()];
    const given = this.getAttribute("shortcut") ?? defaultShortcut;
    const shortcut = given === "none" ? undefined : given;
    const corner = this.getAttribute("position") ?? "";
    render(<Panel model={model} corner={corner} shortcut={shortcut} />, root);
    const onKey = (event: KeyboardEvent) => {
      if (shortcut !== undefined && isShortcut(event, shortcut)) this.toggle();
    };
    document.addEventListener("keydown", onKey);
    this.#stop = () => {
      document.removeEventListener("keydown", onKey);
      render(null, root);
      model.session.stop();
    };
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  toggle(open = !isOpen.value): void {
    isOpen.value = open;
  }
}

/** @param shortcut a combination of keys by name, as in `Alt+Shift+O` */
function isShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const names = shortcut.toLowerCase().split("+");
  const key = names.pop()!;
  return (
    event.altKey === names.includes("alt") &&
    event.shiftKey === names.includes("shift") &&
    event.ctrlKey === names.includes("ctrl") &&
    event.metaKey === names.includes("meta") &&
    // With Alt, some systems write another character: the place on the keyboard counts as well.
    (event.key.toLowerCase() === key || event.code.toLowerCase() === `key${key}`)
  );
}

/** Defines the element once. */
export function defineDevtools(): void {
  if (globalThis.customElements && !customElements.get(elementName))
    customElements.define(elementName, DevtoolsElement);
}

/** The faults and answers of a mock inside the page, which the browser's storage keeps over a reload. */
interface StoredChanges {
  readonly faults: readonly FaultRule[];
  readonly profile: Parameters<PageControl["setProfile"]>[0];
}

const keyOf = (baseUrl: string) => `store-orders-kit panel ${baseUrl}`;

/** Restores the settings from before the reload, world by world. */
function restoreChanges(control: PageControl, baseUrl: string): void {
  const worlds = readStored(keyOf(baseUrl));
  if (typeof worlds !== "object" || worlds === null) return;
  for (const [name, changes] of Object.entries(worlds as Record<string, StoredChanges>)) {
    try {
      const world = control.world(name);
      world.setFaults(changes.faults.map(asSet));
      world.setProfile(changes.profile);
    } catch {
      // Settings of an older kit that cannot be read are left out.
    }
  }
}

/** Stores later settings. */
function storeChanges(session: Session): void {
  session.onEvent(async ({ event, world }) => {
    if (event !== "faults" && event !== "profile" && event !== "reset" && event !== "restored") return;
    const control = session.controlOf(world);
    const stored = readStored(keyOf(session.baseUrl));
    const changes = { faults: await control.faults(), profile: await control.profile() };
    writeStored(keyOf(session.baseUrl), { ...(stored as object | null), [world]: changes });
  });
}
