/** Spec sections 3 and 9. */
export const PLANS = ["Free", "Premium", "Business"] as const;
export type Plan = (typeof PLANS)[number];
/** Plans that are stored; Free is the absence of one. */
export const PAID_PLANS = ["Premium", "Business"] as const;

/** What can happen to a bought year: `refund` and `dispute` take one back, `restored` returns it. */
export const PLAN_CHANGE_KINDS = ["purchase", "refund", "dispute", "restored"] as const;
export type PlanChangeKind = (typeof PLAN_CHANGE_KINDS)[number];

/** Spec section 9: the one-time price of a year, in rupees. */
export const PLAN_PRICE_RUPEES = 100;
export const PLAN_REQUESTS_PER_MONTH = 10_000;
/** Name of the key that comes with the plan. */
export const PLAN_KEY_NAME = "Premium key";
