import type { InArgs } from "@libsql/client/web";
import { z } from "zod";
import type { Database } from "./database.ts";

/** A read that Drizzle's builder can't say: its rows are checked by `row`. */
export function statement<Row extends z.ZodType>(sql: string, args: InArgs, row: Row) {
  const rows = z.array(row);
  return {
    sql,
    args,
    async all(db: Database): Promise<z.infer<Row>[]> {
      const result = await db.$client.execute({ sql, args });
      return rows.parse(result.rows.map((each) => ({ ...each })));
    },
  };
}
