import { type ParseArgsConfig, parseArgs } from "node:util";
import { MICROS_PER_CENT } from "#core/domain/money.ts";

/** The command was called wrongly; the message says how. */
export class UsageError extends Error {}

type Options = Record<string, { type: "string" }>;
type Values<T extends Options> = { [Name in keyof T]?: string };

const BY = { by: { type: "string" } } as const;

/** The words after a command. @throws UsageError for an option that it does not know, or a missing value. */
export function readOptions<T extends Options>(words: string[], options: T): Values<T & typeof BY> {
  const config = { args: words, options: { ...options, ...BY }, strict: true } satisfies ParseArgsConfig;
  try {
    // Every option is a string without `multiple`.
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
export function microsOf(text: string): number {
  const [, dollars, cents = ""] = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (dollars === undefined) throw new UsageError("--amount must be dollars, such as 25 or 25.50.");
  return (Number(dollars) * 100 + Number(cents.padEnd(2, "0"))) * MICROS_PER_CENT;
}

/** `2027-12-31`: the end of that day, UTC. */
export function endOfDay(text: string): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:59.999Z`) : Number.NaN;
  if (Number.isNaN(day)) throw new UsageError("--until must be a date, such as 2027-12-31.");
  return day;
}
