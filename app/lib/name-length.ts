import { KEY_NAME_MAX } from "#core/domain/key-life.ts";

/** For a field that doesn't cut what is typed or pasted: why the name can't be saved; null when it can. */
export function longNameProblem(name: string): string | null {
  const { length } = name.trim();
  return length > KEY_NAME_MAX
    ? `The name must have at most ${KEY_NAME_MAX} characters. This one has ${length}.`
    : null;
}
