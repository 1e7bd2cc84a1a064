import type { MetricName } from "#app/components/charts/usage-metrics.ts";
import { addressOf, choiceParameter, textParameter } from "#app/lib/address.ts";
import type { UsageFilter } from "#app/lib/usage-params.ts";

const STACKS = ["keys", "models"] as const;
/** The kinds of series that a chart can be stacked by. */
export type StackName = (typeof STACKS)[number];
export const STACK_LABELS: Record<StackName, string> = { keys: "Keys", models: "Models" };
/** One of what the series stand for, as the API also calls it. */
export const STACK_NOUNS = { keys: "key", models: "model" } as const;

/** `only` is the series that is shown alone. */
export const stackAddress = addressOf({
  stack: choiceParameter("stack", STACKS, null),
  only: textParameter("only"),
});

/** A single key has no series by key, and models aren't kept by endpoint. */
export function stacksFor({ keyId, endpoint, model }: UsageFilter): StackName[] {
  const byModel = endpoint === undefined && model === undefined;
  return [...(keyId === undefined ? (["keys"] as const) : []), ...(byModel ? (["models"] as const) : [])];
}

export type StackedMetric = Extract<MetricName, "requests" | "errors" | "spend">;
export const isStackable = (metric: MetricName): metric is StackedMetric =>
  metric === "requests" || metric === "errors" || metric === "spend";
