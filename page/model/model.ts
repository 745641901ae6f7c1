/** Everything that the page shows and does, without how it is drawn. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { createOrderActions, type OrderActions } from "../orders/order-actions.ts";
import { createOrdersModel, type OrdersModel } from "../orders/orders-model.ts";
import { createSilenceModel, type SilenceModel } from "../silence/silence-model.ts";
import { createTrafficModel, type TrafficModel } from "../traffic/traffic-model.ts";
import { createVerdictModel, type VerdictModel } from "../verdict/verdict-model.ts";
import { createWeatherModel, type WeatherModel } from "../weather/weather-model.ts";
import { createWorldsModel, type WorldsModel } from "../worlds/worlds-model.ts";
import { createNotices, type Notices } from "./notices.ts";
import { createSession, type Session, type SessionOptions } from "./session.ts";

export interface Model {
  readonly session: Session;
  readonly notices: Notices;
  readonly orders: OrdersModel;
  readonly orderActions: OrderActions;
  readonly traffic: TrafficModel;
  readonly weather: WeatherModel;
  readonly silence: SilenceModel;
  readonly worlds: WorldsModel;
  readonly verdict: VerdictModel;
  /** Of the mock's own page, for links to it; undefined where there is none. */
  readonly pageUrl: string | undefined;
}

export function createModel(options: SessionOptions, pageUrl: string | undefined): Model {
  const session = createSession(options);
  const notices = createNotices();
  return {
    session,
    notices,
    orders: createOrdersModel(session),
    orderActions: createOrderActions(session, notices),
    traffic: createTrafficModel(session),
    weather: createWeatherModel(session, notices),
    silence: createSilenceModel(session, notices),
    worlds: createWorldsModel(session, notices),
    verdict: createVerdictModel(session, notices),
    pageUrl,
  };
}

export const ModelContext = createContext<Model | undefined>(undefined);

export function useModel(): Model {
  return useContext(ModelContext)!;
}
