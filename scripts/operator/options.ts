import { type ParseArgsConfig, parseArgs } from "node:util";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import { lastInstantOf } from "#core/domain/time.ts";

/** The command was called wrongly; the message says how. */
export class UsageError extends Error {}

type Options = Record<string, { type: "string" | "boolean" }>;
type Values<T extends Options> = { [Name in keyof T]?: T[Name]["type"] extends "boolean" ? boolean : string };

const BY = { by: { type: "string" } } as const;

/** The words after a command. @throws UsageError for an option that it does not know, or a missing value. */
export function readOptions<T extends Options>(words: string[], options: T): Values<T & typeof BY> {
  const config = { args: words, options: { ...options, ...BY }, strict: true } satisfies ParseArgsConfig;
  try {
    // No option has `multiple`.
    return parseArgs(config).values as Values<T & typeof BY>;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "The options cannot be read.");
  }
}

export function required(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === "") throw new UsageError(`--${name} is missing.`);
  return value;
}

/** `25` or `25.50` dollars as micro-dollars; read as text, so that no cent is lost. */
export function microsOf(text: string, name = "amount"): number {
  const [, dollars, cents = ""] = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (dollars === undefined) throw new UsageError(`--${name} must be dollars, such as 25 or 25.50.`);
  return (Number(dollars) * 100 + Number(cents.padEnd(2, "0"))) * MICROS_PER_CENT;
}

/** `2027-12-31`: the end of that day, UTC. */
export function endOfDay(text: string): number {
  const end = lastInstantOf(text);
  if (Number.isNaN(end)) throw new UsageError("--until must be a date, such as 2027-12-31.");
  return end;
}

/** `2027-01-01` (midnight UTC) or `2027-01-01T09:00:00+02:00`, as epoch ms. */
export function momentOf(text: string): number {
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const exists = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  const moment = exists ? Date.parse(time === undefined ? `${day}T00:00:00Z` : text) : Number.NaN;
  if (Number.isNaN(moment))
    throw new UsageError(
      "--from must be a date or time in ISO 8601 with its zone, such as 2027-01-01 or 2027-01-01T09:00:00Z.",
    );
  return moment;
}
