/** Everything that the page shows and does, without how it is drawn. */

import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type ConformanceModel, createConformanceModel } from "../conformance/conformance-model.ts";
import { createFaultsModel, type FaultsModel } from "../faults/faults-model.ts";
import { createQuestionsModel, type QuestionsModel } from "../open-questions/open-questions-model.ts";
import { createOrderActions, type OrderActions } from "../orders/order-actions.ts";
import { createOrdersModel, type OrdersModel } from "../orders/orders-model.ts";
import { createRequestsModel, type RequestsModel } from "../requests/requests-model.ts";
import { createWorldsModel, type WorldsModel } from "../worlds/worlds-model.ts";
import { createNotices, type Notices } from "./notices.ts";
import { createSession, type Session, type SessionOptions } from "./session.ts";

export interface Model {
  readonly session: Session;
  readonly notices: Notices;
  readonly orders: OrdersModel;
  readonly orderActions: OrderActions;
  readonly requests: RequestsModel;
  readonly faults: FaultsModel;
  readonly questions: QuestionsModel;
  readonly worlds: WorldsModel;
  readonly conformance: ConformanceModel;
  /** The place that the document's dialog shows, as in `4.1, rule 2`, empty for its beginning; undefined while it is closed. */
  readonly clause: Signal<string | undefined>;
  /** Whether the page is a panel inside an application. */
  readonly isPanel: boolean;
  /** Of the mock's own page, for links to it; undefined where there is none. */
  readonly pageUrl: string | undefined;
}

export function createModel(options: SessionOptions, pageUrl: string | undefined, isPanel = false): Model {
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
    clause: signal(),
    isPanel,
    pageUrl,
  };
}

export const ModelContext = createContext<Model | undefined>(undefined);

export function useModel(): Model {
  return useContext(ModelContext)!;
}
