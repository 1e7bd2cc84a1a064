import type { ApiKey } from "#core/contract/keys.ts";

export type Onboarding = { funded: boolean; hasKey: boolean };
export type StepState = "done" | "current" | "later";
type Four<T> = [T, T, T, T];

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
