/** `store-orders-kit/conformance/fetch-target`: a target that is called by your own fetch. */

export { createFetchTarget, type FetchTargetOptions } from "../conformance/targets/fetch-target.ts";
export type { Arrangement, Target } from "../conformance/targets/target.ts";
