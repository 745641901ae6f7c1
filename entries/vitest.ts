/** `store-orders-kit/conformance/vitest`: each requirement as a test. */

export type { Report, Result as RequirementResult } from "../conformance/report/report.ts";
export { type DescribeOptions, describeConformance } from "../conformance/vitest.ts";
