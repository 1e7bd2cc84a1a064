import { statusName } from "#app/features/usage/status.ts";

export interface Choice {
  value: string;
  label: string;
}

/** What the gateway and the AI services behind it commonly answer with. */
const CODES = ["200", "400", "401", "402", "403", "404", "429", "500", "502", "503", "504"];

export const STATUS_CHOICES: readonly Choice[] = [
  { value: "success", label: "Success" },
  { value: "error", label: "Errors" },
  ...CODES.map((value) => ({ value, label: statusName(value) })),
];

/** The choices with the chosen one among them, even when an old link asks for one that is not offered. */
export function withChosen(
  choices: readonly Choice[],
  chosen: string | undefined,
  label = chosen ?? "",
): readonly Choice[] {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label }];
}
