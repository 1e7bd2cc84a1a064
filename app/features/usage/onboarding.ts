import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import type { ApiKey } from "#core/contract/keys.ts";

export interface Onboarding {
  funded: boolean;
  hasKey: boolean;
}

type Figures = Pick<AnalyticsAnswer, "total_requests" | "error_rate">;
type FirstSuccess = "made" | "not made" | "unclear";

const ALL_FAILED = 100;

/**
 * Whether a request ever succeeded, as far as figures and keys tell: a key that was used in quieter times did its
 * work, and after nothing but failures there may have been better times. Undefined until enough is known.
 */
export function firstSuccess(
  figures: Figures,
  keys: readonly ApiKey[] | undefined,
): FirstSuccess | undefined {
  if (figures.total_requests > 0 && figures.error_rate < ALL_FAILED) return "made";
  if (keys === undefined) return undefined;
  if (keys.every(({ last_used }) => last_used === null)) return "not made";
  return figures.total_requests === 0 ? "made" : "unclear";
}

/** What is done of what comes before the first request. */
export const onboardingOf = (balance: number, keys: readonly ApiKey[]): Onboarding => ({
  funded: balance > 0,
  hasKey: keys.some(({ status }) => status === "active"),
});

export type StepState = "done" | "current" | "later";
type Four<T> = [T, T, T, T];

/** The first step that is not done is the current one. */
export function stepStates(done: Four<boolean>): Four<StepState> {
  const current = done.indexOf(false);
  const stateOf = (isDone: boolean, at: number) => (isDone ? "done" : at === current ? "current" : "later");
  const [first, second, third, fourth] = done;
  return [stateOf(first, 0), stateOf(second, 1), stateOf(third, 2), stateOf(fourth, 3)];
}
