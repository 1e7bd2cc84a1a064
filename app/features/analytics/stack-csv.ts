import { csvRecord } from "#core/domain/csv.ts";
import type { Stack } from "./stack-view.ts";

/** One line per local hour or day, oldest first, with one column per series. Dollars to the micro-dollar. */
export function stackCsv({ series, add }: Pick<Stack, "series" | "add">, dates: readonly string[]): string {
  const lines = dates.map((date, at) => {
    const values = series.map((one) => one.values[at] ?? 0);
    return [date, ...values, add(values)];
  });
  return [["date", ...series.map(({ name }) => name), "total"], ...lines].map(csvRecord).join("");
}
