/** The state and the actions of the page, without its rendering. */

import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { createConformanceModel } from "../conformance/conformance-model.ts";
import { createFaultsModel } from "../faults/faults-model.ts";
import { createQuestionsModel } from "../open-questions/open-questions-model.ts";
import { createOrderActions } from "../orders/order-actions.ts";
import { createOrdersModel } from "../orders/orders-model.ts";
import { createRequestsModel } from "../requests/requests-model.ts";
import { createWorldsModel } from "../worlds/worlds-model.ts";
import { createNotices } from "./notices.ts";
import { createSession, type SessionOptions } from "./session.ts";

export type Model = ReturnType<typeof createModel>;

/** The sections, in the order of the navigation. */
export const sectionNames = [
  "orders",
  "requests",
  "faults",
  "open-questions",
  "worlds",
  "conformance",
] as const;
export type SectionName = (typeof sectionNames)[number];
export const isSectionName = (name: unknown): name is SectionName =>
  sectionNames.some((each) => each === name);

interface PageOptions extends SessionOptions {
  /** Address of the mock's own page, for links to it; undefined where there is none. */
  readonly pageUrl: string | undefined;
  /** Whether the page is a panel inside an application. */
  readonly isPanel: boolean;
  /** The shown section. */
  readonly section: Signal<SectionName>;
}

export function createModel(options: PageOptions) {
  const { pageUrl, isPanel, section } = options;
  const session = createSession(options);
  const notices = createNotices();
  return {
    session,
    notices,
    orders: createOrdersModel(session),
    orderActions: createOrderActions(session, notices),
    requests: createRequestsModel(session),
    faults: createFaultsModel(session, notices),
    questions: createQuestionsModel(session, notices),
    worlds: createWorldsModel(session, notices),
    conformance: createConformanceModel(session, notices),
    /** The clause in the document's dialog, as in `4.1, rule 2`; empty for the beginning, undefined while it is closed. */
    clause: signal<string | undefined>(),
    /** The width of the page or the panel in pixels, which decides the layout in place of the window's. */
    width: signal(globalThis.innerWidth),
    /** The open dialog of the header. */
    dialog: signal<"failures" | "keys">(),
    pageUrl,
    isPanel,
    section,
  };
}

export const ModelContext = createContext<Model | undefined>(undefined);

export function useModel(): Model {
  return useContext(ModelContext)!;
}
