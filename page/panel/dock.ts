/** Where the open panel is. */
export const docks = ["bottom", "right", "window"] as const;
export type Dock = (typeof docks)[number];
