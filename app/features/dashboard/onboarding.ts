import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import type { ApiKey } from "#core/contract/keys.ts";

export type Onboarding = { funded: boolean; hasKey: boolean };
export type StepState = "done" | "current" | "later";
type Four<T> = [T, T, T, T];

type Figures = Pick<AnalyticsResponse, "total_requests" | "error_rate">;

const ALL_FAILED = 100;

export const onboardingOf = (balance: number, keys: readonly ApiKey[]): Onboarding => ({
  funded: balance > 0,
  hasKey: keys.some(({ status }) => status === "active"),
});

/** The first step that is not done is the current one. */
export function stepStates(done: Four<boolean>): Four<StepState> {
  const current = done.indexOf(false);
  const stateOf = (isDone: boolean, at: number) => (isDone ? "done" : at === current ? "current" : "later");
  const [first, second, third, fourth] = done;
  return [stateOf(first, 0), stateOf(second, 1), stateOf(third, 2), stateOf(fourth, 3)];
}

/**
 * Tells from the figures and keys whether a request ever succeeded. A key that was used before the range counts as a
 * success; when every request of the range failed, an earlier one may have succeeded. Undefined until it is known.
 */
export function firstSuccess(figures: Figures, keys: readonly ApiKey[] | undefined) {
  if (figures.total_requests > 0 && figures.error_rate < ALL_FAILED) return "made";
  if (keys === undefined) return undefined;
  if (keys.every(({ last_used }) => last_used === null)) return "not made";
  return figures.total_requests === 0 ? "made" : "unclear";
}
