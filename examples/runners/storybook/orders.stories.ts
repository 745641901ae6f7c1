import type { Meta, StoryObj } from "@storybook/html-vite";
import { showOrders } from "../../frontend/src/show-orders.ts";

/** parameters.storeOrders are options of createMock. */
const meta: Meta<{ key: string }> = {
  title: "Orders",
  args: { key: "mock-key" },
  render: ({ key }) => {
    const root = document.createElement("div");
    showOrders(root, "/v1", key);
    return root;
  },
};

export default meta;
type Story = StoryObj<{ key: string }>;

export const WithOrders: Story = { parameters: { storeOrders: { orders: 8 } } };

export const Empty: Story = { parameters: { storeOrders: { fixtures: "empty" } } };

export const WrongKey: Story = { args: { key: "not-the-key" } };

export const StoreFails: Story = {
  parameters: { storeOrders: { faults: [{ fault: "status", status: 503 }] } },
};

export const ShipsMeanwhile: Story = {
  parameters: {
    storeOrders: { fixtures: "magic", faults: [{ fault: "ship-first", operation: "cancelOrder" }] },
  },
};
