/** What a production build gets of `store-orders-kit/devtools`: the same names, and no panel. */

import type { mountDevtools as mount } from "./devtools.ts";

export const mountDevtools: typeof mount = () => ({ open() {}, close() {}, unmount() {} });
