import type { HandlerOptions } from "store-orders-kit/msw";

/** The arguments of a story: a mock of its own, and the key that the page sends. */
export interface Story {
  readonly mock: Omit<HandlerOptions, "baseUrl">;
  readonly key?: string;
}

export const WithOrders: Story = { mock: { orders: 8 } };

export const Empty: Story = { mock: { fixtures: "empty" } };

export const LargeIds: Story = { mock: { fixtures: "large-ids" } };

export const AllShipped: Story = { mock: { fixtures: "all-shipped", orders: 5 } };

export const WrongKey: Story = { mock: {}, key: "not-the-key" };

export const Loading: Story = { mock: { faults: [{ fault: "hang" }] } };

export const StoreFails: Story = { mock: { faults: [{ fault: "status", status: 503 }] } };

export const CancelFails: Story = {
  mock: { orders: 5, faults: [{ fault: "status", status: 500, operation: "cancelOrder" }] },
};
