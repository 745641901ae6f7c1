/** The headings of `store-orders verify --help`. */

export const verifyGroups = {
  Target: ["api-key", "header", "har", "alone"],
  Orders: ["pending-order", "shipped-order", "provision", "provider-states-url", "orders-command"],
  Safety: ["plan", "read-only", "max-cancels", "disposable", "expose-key"],
  "Effort and selection": [
    "only",
    "skip",
    "max-requests",
    "rate",
    "concurrency",
    "settle",
    "thorough",
    "seed",
    "explore",
  ],
  Network: ["timeout", "proxy", "ca", "insecure"],
  Verdict: ["strict", "complete", "baseline", "write-baseline", "compare", "second-opinion"],
  Output: ["reporter", "verbose", "profile-out"],
  General: ["config", "print-config", "help"],
} as const;
