import type { Database } from "#core/storage/database.ts";
import type { StripeState } from "#scripts/local/stripe/state.ts";

/** The columns, as `table.column`, in which one of the marks occurs, in any table of the database. */
export async function tracesInDatabase({ $client }: Database, marks: readonly string[]): Promise<string[]> {
  const schema = await $client.execute("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const found = new Set<string>();
  for (const name of schema.rows.map((row) => String(row.name))) {
    const { rows } = await $client.execute(`SELECT * FROM "${name}"`);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (marks.some((mark) => contains(value, mark))) found.add(`${name}.${column}`);
  }
  return [...found].sort();
}

/** The same in what the Stripe server remembers, as `table.field`. */
export function tracesInStripe(state: StripeState, marks: readonly string[]): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === "object" && value !== null)
      for (const [name, part] of Object.entries(value)) walk(part, `${path}.${name}`);
    else if (marks.some((mark) => contains(value, mark))) found.add(path);
  };
  for (const [table, rows] of Object.entries(state))
    for (const row of Object.values(rows ?? {})) walk(row, table);
  return [...found].sort();
}

const contains = (value: unknown, mark: string) =>
  typeof value === "string" && value.toLowerCase().includes(mark.toLowerCase());
