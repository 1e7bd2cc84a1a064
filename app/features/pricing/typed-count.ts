import { formatNumber } from "#app/lib/format.ts";
import { calculatorMessages } from "./messages.ts";

/** Grouped by thousands where it is a number. */
export function written(text: string): string {
  const count = countOf(text);
  return count === null ? text.slice(0, 20) : formatNumber(count);
}

/** The whole number that was typed, with or without commas; null for anything else. */
export function countOf(text: string): number | null {
  const digits = text.replaceAll(/[,\s]/g, "");
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

/** The problem of a text that isn't a whole number within these bounds. */
export function countProblem(text: string, [min, max]: readonly [number, number]): string | null {
  const count = countOf(text);
  const valid = count !== null && count >= min && count <= max;
  return valid ? null : calculatorMessages.notWhole(formatNumber(min), formatNumber(max));
}

/** Minutes that were typed, with at most two decimals, as whole seconds, rounded up; null for anything else. */
export function secondsOf(text: string): number | null {
  const [, whole, decimals = ""] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(/[,\s]/g, "")) ?? [];
  if (whole === undefined) return null;
  const hundredths = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return hundredths === 0 ? null : Math.ceil((hundredths * 60) / 100);
}
