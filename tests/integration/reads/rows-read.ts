import type { Client, InStatement } from "@libsql/client/web";
import { z } from "zod";
import type { UsageQuery, UsageResponse } from "#core/contract/usage.ts";
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

/**
 * A page of the request log, and the number of table and index rows the server read for it, as it counts
 * them.
 */
export async function rowsRead(
  server: TestDatabase,
  { ctx }: Reader,
  { query, bounds = LOG_BOUNDS }: { query: UsageQuery; bounds?: LogBounds },
): Promise<UsageResponse & { rows: number }> {
  const sent: InStatement[] = [];
  const client: Client = Object.create(server.db.$client, {
    execute: {
      value: (statement: InStatement) => {
        sent.push(statement);
        return server.db.$client.execute(statement);
      },
    },
  });
  const db = Object.create(server.db, { $client: { value: client } });
  const response = await listUsage({ ...ctx, db }, query, bounds);
  const counts = await Promise.all(sent.map((statement) => countFor(server.url, statement)));
  return { ...response, rows: counts.reduce((sum, rows) => sum + rows, 0) };
}

/** The client does not pass on the server's count; its HTTP response has it. */
export async function countFor(url: string, statement: InStatement): Promise<number> {
  const { sql, args = {} } = typeof statement === "string" ? { sql: statement } : statement;
  const stmt = Array.isArray(args)
    ? { sql, args: args.map(wire) }
    : { sql, named_args: Object.entries(args).map(([name, value]) => ({ name, value: wire(value) })) };
  const body = { requests: [{ type: "execute", stmt }, { type: "close" }] };
  const response = await fetch(`${url}/v2/pipeline`, { method: "POST", body: JSON.stringify(body) });
  return counted.parse(await response.json()).results[0].response.result.rows_read;
}

const wire = (value: unknown) =>
  typeof value === "number"
    ? { type: "integer", value: String(value) }
    : { type: "text", value: String(value) };
