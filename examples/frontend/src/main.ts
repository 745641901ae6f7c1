/** The whole application. */

import { showOrders } from "./show-orders.ts";

const { VITE_API_URL = "/v1", VITE_API_KEY } = import.meta.env;
showOrders(document.querySelector<HTMLElement>("#app")!, VITE_API_URL, VITE_API_KEY);
