import { z } from "zod";
import { MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { SourceRow } from "#core/ports.ts";

const LONGEST_REQUEST_ID = 128;
const LONGEST_TIME_MS = DAY_MS;
const MOST_DOLLARS = 1_000_000;
const count = z.int().min(0);
/** Many tables have a column of this name; one that holds something else must not keep its rows from being imported. */
const modelName = z
  .string()
  .trim()
  .regex(/^[^\p{C}]{1,100}$/u)
  .optional()
  .catch(undefined);

/** As PostgreSQL writes it; UTC without an offset. */
const instant = z
  .string()
  .transform((text) => text.replace(" ", "T"))
  .pipe(z.iso.datetime({ offset: true, local: true }))
  .transform((text) => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`))
  .pipe(z.int().min(0));

const columns = z.object({
  id: z.int(),
  request_id: z.string().min(1).max(LONGEST_REQUEST_ID).nullish(),
  user_id: z
    .guid()
    .transform((id) => id.toLowerCase())
    .nullish(),
  key_id: z.coerce.string().nullish(),
  timestamp: instant,
  endpoint: z.string(),
  status_code: z.int().min(100).max(999),
  response_time: z.number().min(0).max(LONGEST_TIME_MS),
  cost: z.number().min(0).max(MOST_DOLLARS).nullish(),
  tokens_in: count.nullish(),
  tokens_out: count.nullish(),
  model: modelName,
  tokens_cached: count.nullish().catch(null),
});

type FigureColumn =
  | "timestamp"
  | "endpoint"
  | "statusCode"
  | "responseTime"
  | "costMicros"
  | "tokensIn"
  | "tokensOut"
  | "tokensCached"
  | "model";

/** A row with usable figures; its owner is still unknown. */
export interface ReadableRow {
  id: number;
  requestId: string;
  /** Supabase user id and key text; `""` when absent. */
  userId: string;
  keyText: string;
  usage: Pick<UsageRow, FigureColumn>;
}

/** In micro-dollars and whole milliseconds. @returns the name of the first unusable column instead, if any. */
export function readSourceRow(source: string, row: SourceRow): ReadableRow | string {
  const { data, error } = columns.safeParse(row);
  if (error) return String(error.issues[0]?.path[0]);
  const tokensIn = data.tokens_in ?? 0;
  return {
    id: data.id,
    requestId: data.request_id ?? `${source}:${data.id}`,
    userId: data.user_id ?? "",
    keyText: data.key_id ?? "",
    usage: {
      timestamp: data.timestamp,
      endpoint: data.endpoint,
      statusCode: data.status_code,
      responseTime: Math.round(data.response_time),
      costMicros: Math.round((data.cost ?? 0) * MICROS_PER_DOLLAR),
      tokensIn,
      tokensOut: data.tokens_out ?? 0,
      tokensCached: Math.min(data.tokens_cached ?? 0, tokensIn),
      ...(data.model !== undefined && { model: data.model }),
    },
  };
}
