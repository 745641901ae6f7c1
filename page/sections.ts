/** The parts of the page, in the order in which they stand. */

import type { ComponentType } from "preact";
import type { Model } from "./model/model.ts";
import { OrdersSection } from "./orders/orders-section.tsx";
import { formatCount } from "./parts/format.ts";
import type { IconName } from "./parts/icon.tsx";
import { differences } from "./silence/silence-model.ts";
import { SilenceSection } from "./silence/silence-section.tsx";
import { TrafficSection } from "./traffic/traffic-section.tsx";
import { VerdictSection } from "./verdict/verdict-section.tsx";
import { WeatherSection } from "./weather/weather-section.tsx";
import { WorldsSection } from "./worlds/worlds-section.tsx";

export interface Section {
  readonly title: string;
  readonly icon: IconName;
  readonly View: ComponentType;
  /** A short fact beside its name; undefined where there is nothing to tell. */
  readonly mark: (model: Model) => string | undefined;
}

const some = (count: number) => (count > 0 ? formatCount(count) : undefined);

export const sections = {
  orders: {
    title: "Orders",
    icon: "orders",
    View: OrdersSection,
    mark: ({ session }) => some(session.health.value?.orders ?? 0),
  },
  traffic: { title: "Traffic", icon: "traffic", View: TrafficSection, mark: () => undefined },
  weather: {
    title: "Weather",
    icon: "weather",
    View: WeatherSection,
    mark: ({ weather }) => some(weather.rules.value.length),
  },
  silence: {
    title: "Silence",
    icon: "silence",
    View: SilenceSection,
    mark: ({ silence }) => some(differences(silence.profile.value).length),
  },
  worlds: {
    title: "Worlds",
    icon: "worlds",
    View: WorldsSection,
    mark: ({ worlds }) => (worlds.list.value.length > 1 ? formatCount(worlds.list.value.length) : undefined),
  },
  verdict: {
    title: "Verdict",
    icon: "verdict",
    View: VerdictSection,
    mark: ({ verdict }) => (verdict.run.value ? "…" : undefined),
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as readonly SectionName[];

export const isSectionName = (name: unknown): name is SectionName =>
  typeof name === "string" && Object.hasOwn(sections, name);
