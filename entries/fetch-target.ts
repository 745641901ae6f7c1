/** `store-orders-kit/conformance/fetch-target`: a target reached by a fetch of yours. */

export { createFetchTarget, type FetchTargetOptions } from "../conformance/targets/fetch-target.ts";
export type { Arrangement, Target } from "../conformance/targets/target.ts";
