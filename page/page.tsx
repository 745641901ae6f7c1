/** The mock's own page: at the root of the mock, and under /_mock/. */

import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { createControlClient } from "../mocks/client/control-client.ts";
import { isWorldName } from "../spec/control-protocol.ts";
import { versionPrefix } from "../spec/wire.ts";
import { App } from "./app.tsx";
import { createModel, isSectionName, type SectionName } from "./model/model.ts";
import { startWorld } from "./model/session.ts";
import { sections } from "./sections.ts";
import { pageStyle } from "./style/page-style.ts";

document.adoptedStyleSheets = [pageStyle()];

// Names of values that this tab keeps over a reload.
const tokenKey = "store-orders-kit token";
const apiKeyKey = "store-orders-kit api key";
const address = new URL(location.href);
const named = address.searchParams.get("world") ?? "";
const state = address.hash.startsWith("#state=") ? address.hash : undefined;

const section = signal<SectionName>(sectionOf(address.hash));
const model = createModel({
  openControl(token) {
    if (token !== undefined) sessionStorage.setItem(tokenKey, token);
    return createControlClient({ origin: location.origin, token });
  },
  baseUrl: versionPrefix,
  world: isWorldName(named) ? named : startWorld,
  token: sessionStorage.getItem(tokenKey) ?? undefined,
  apiKey: sessionStorage.getItem(apiKeyKey) ?? "mock-key",
  pageUrl: `${location.origin}/`,
  isPanel: false,
  section,
});

effect(() => {
  document.title = `${sections[section.value].title} · Store Orders mock`;
});
effect(() => sessionStorage.setItem(apiKeyKey, model.session.apiKey.value));
// The address contains the state, so that it can be saved and shared, and the back button works.
effect(() => {
  const next = new URL(location.href);
  if (model.session.world.value === startWorld) next.searchParams.delete("world");
  else next.searchParams.set("world", model.session.world.value);
  next.hash = section.value;
  if (next.href === location.href) return;
  // An address with a snapshot is replaced, so that the back button does not open it again.
  if (isSectionName(location.hash.slice(1))) history.pushState(null, "", next);
  else history.replaceState(null, "", next);
});
addEventListener("popstate", () => {
  section.value = sectionOf(location.hash);
  model.session.switchWorld(new URL(location.href).searchParams.get("world") ?? startWorld);
});

if (state) void model.worlds.openState(state);
render(<App model={model} />, document.getElementById("page")!);

function sectionOf(hash: string): SectionName {
  const name = hash.slice(1);
  return isSectionName(name) ? name : "orders";
}
