import { csvRecord } from "#core/domain/csv.ts";

type Fields = Parameters<typeof csvRecord>[0];

interface Page<Row, Position> {
  rows: Row[];
  /** Null after the last page. */
  next: Position | null;
}

interface Pages<Row, Position> {
  /** @param after null for the first page. */
  read: (after: Position | null) => Promise<Page<Row, Position>>;
}

/** A CSV file whose rows are read a page at a time, as the reader of the archive takes them. */
export async function* csvFile<Row, Position>({
  columns,
  read,
  fields,
}: Pages<Row, Position> & {
  columns: readonly string[];
  fields: (row: Row) => Fields;
}): AsyncGenerator<string, void> {
  yield csvRecord(columns);
  for await (const rows of pagesOf(read)) yield rows.map((row) => csvRecord(fields(row))).join("");
}

/** A JSON array whose items are read in the same way. */
export async function* jsonList<Row, Position>({
  read,
  item,
}: Pages<Row, Position> & { item: (row: Row) => unknown }): AsyncGenerator<string, void> {
  let separator = "[\n";
  for await (const rows of pagesOf(read)) {
    for (const row of rows) {
      yield separator + JSON.stringify(item(row), null, 2);
      separator = ",\n";
    }
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** Each value as a file of its own. */
export const jsonFiles = <Name extends string>(values: Record<Name, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [`${JSON.stringify(value, null, 2)}\n`]]),
  ) as Record<Name, string[]>;

async function* pagesOf<Row, Position>(read: Pages<Row, Position>["read"]): AsyncGenerator<Row[], void> {
  let next: Position | null = null;
  do {
    const page: Page<Row, Position> = await read(next);
    yield page.rows;
    next = page.next;
  } while (next !== null);
}

/** For a query that returns at most `limit` rows: the page ends where its last row is. */
export function pageOf<Row, Position>(
  rows: Row[],
  limit: number,
  positionOf: (last: Row) => Position,
): Page<Row, Position> {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : positionOf(last) };
}
