import { setupServer } from "msw/node";
import { createMock } from "store-orders-kit";
import { createHandlers } from "store-orders-kit/msw";

/** mock.control ships orders, plays faults, reads the journal. */
export const mock = createMock({ fixtures: "magic" });
export const server = setupServer(...createHandlers({ mock }));
