import type { Client, InStatement } from "@libsql/client/web";
import { z } from "zod";
import type { UsageAnswer, UsageQuery } from "#core/contract/usage.ts";
import { listUsage } from "#core/services/usage/list-usage.ts";
import { LOG_BOUNDS, type LogBounds } from "#core/storage/usage-log-scope.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import type { Reader } from "./reader.ts";

const counted = z.object({
  results: z.tuple([
    z.object({ response: z.object({ result: z.object({ rows_read: z.number() }) }) }),
    z.unknown(),
  ]),
});

/** A page of the request log, and how many rows of tables and indexes the server read for it, by its own count. */
export async function rowsRead(
  server: TestDatabase,
  { ctx }: Reader,
  { query, bounds = LOG_BOUNDS }: { query: UsageQuery; bounds?: LogBounds },
): Promise<UsageAnswer & { rows: number }> {
  const asked: InStatement[] = [];
  const client: Client = Object.create(server.db.$client, {
    execute: {
      value: (statement: InStatement) => {
        asked.push(statement);
        return server.db.$client.execute(statement);
      },
    },
  });
  const db = Object.create(server.db, { $client: { value: client } });
  const answer = await listUsage({ ...ctx, db }, query, bounds);
  const counts = await Promise.all(asked.map((statement) => countFor(server.url, statement)));
  return { ...answer, rows: counts.reduce((sum, rows) => sum + rows, 0) };
}

/** The client does not hand on the server's count; its HTTP answer has it. */
export async function countFor(url: string, statement: InStatement): Promise<number> {
  const { sql, args = {} } = typeof statement === "string" ? { sql: statement } : statement;
  const stmt = Array.isArray(args)
    ? { sql, args: args.map(wire) }
    : { sql, named_args: Object.entries(args).map(([name, value]) => ({ name, value: wire(value) })) };
  const body = { requests: [{ type: "execute", stmt }, { type: "close" }] };
  const answer = await fetch(`${url}/v2/pipeline`, { method: "POST", body: JSON.stringify(body) });
  return counted.parse(await answer.json()).results[0].response.result.rows_read;
}

const wire = (value: unknown) =>
  typeof value === "number"
    ? { type: "integer", value: String(value) }
    : { type: "text", value: String(value) };
