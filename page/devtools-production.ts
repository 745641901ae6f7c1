/** `store-orders-kit/devtools` in a production build: the same names, and no panel. */

import type { mountDevtools as mount } from "./devtools.ts";

export const mountDevtools: typeof mount = () => ({ open() {}, close() {}, unmount() {} });
