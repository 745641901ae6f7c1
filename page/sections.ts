/** The sections of the page. */

import type { ComponentType } from "preact";
import { FaultsSection } from "./faults/faults-section.tsx";
import type { Model, SectionName } from "./model/model.ts";
import { differences } from "./open-questions/open-questions-model.ts";
import { OrdersSection } from "./orders/orders-section.tsx";
import { later } from "./parts/later.tsx";
import { RequestsSection } from "./requests/requests-section.tsx";

interface Section {
  readonly title: string;
  /** The short name, for narrow pages. */
  readonly short?: string;
  readonly View: ComponentType;
  /** The number beside its name; 0 for none. */
  readonly mark?: (model: Model) => number | string | undefined;
}

export const sections: Readonly<Record<SectionName, Section>> = {
  orders: {
    title: "Orders",
    View: OrdersSection,
    // A search shows how many it has found.
    mark: ({ orders }) => (orders.isFiltered.value ? undefined : orders.page.value?.total),
  },
  requests: { title: "Requests", View: RequestsSection },
  faults: {
    title: "Faults",
    View: FaultsSection,
    mark: ({ faults }) => faults.rules.value.length,
  },
  "open-questions": {
    title: "Open questions",
    short: "Questions",
    View: later(
      async () => (await import("./open-questions/open-questions-section.tsx")).OpenQuestionsSection,
    ),
    mark: ({ questions }) => differences(questions.profile.value).length,
  },
  worlds: {
    title: "Worlds",
    View: later(async () => (await import("./worlds/worlds-section.tsx")).WorldsSection),
    // A single start world needs no number.
    mark: ({ worlds }) => (worlds.list.value.length > 1 ? worlds.list.value.length : 0),
  },
  conformance: {
    title: "Conformance",
    short: "Verify",
    View: later(async () => (await import("./conformance/conformance-section.tsx")).ConformanceSection),
    mark: ({ conformance }) => conformance.run.value && "…",
  },
};
