import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import type { SourceRow, UsageSource } from "#core/ports.ts";
import { isPublishableKey } from "#worker/supabase-key.ts";
import { openRest } from "./supabase-client.ts";

interface SupabaseUsageConfig {
  /** Base address of the project, without a trailing slash. */
  supabaseUrl: string;
  /** Row-level security hides the rows from every other key. */
  secretKey: string;
  timeoutMs?: number | undefined;
}

const TABLE = "public.api_usage";
const TIMEOUT_MS = 15_000;
const REQUIRED = ["id", "timestamp", "endpoint", "status_code", "response_time"];
const OWNERS = ["user_id", "key_id"];
const OPTIONAL = ["request_id", "cost", "tokens_in", "tokens_out", "model", "tokens_cached"];

/** The table `api_usage` of a Supabase project, read through PostgREST. */
export function createSupabaseUsage({
  supabaseUrl,
  secretKey,
  timeoutMs = TIMEOUT_MS,
}: SupabaseUsageConfig): UsageSource {
  const select = (columns: string) => {
    requireSecretKey(secretKey);
    const rest = openRest({ supabaseUrl, key: secretKey, timeoutMs });
    return rest.from("api_usage").select(columns).order("id");
  };
  const readColumns = async () => {
    const [row] = rowsOf(await select("*").limit(1));
    return row ? columnsOf(row) : null;
  };
  let columns: Promise<string | null> | undefined;
  const read = async (narrow: (query: ReturnType<typeof select>) => ReturnType<typeof select>) => {
    columns ??= readColumns();
    const names = await columns;
    return names === null ? [] : rowsOf(await narrow(select(names)));
  };
  return {
    name: new URL(supabaseUrl).host,
    page: ({ after, until, limit }) =>
      read((query) => {
        const rows = query.gt("id", after).limit(limit);
        return until === null ? rows : rows.lte("id", until);
      }),
    rows: (ids) => read((query) => query.in("id", ids)),
  };
}

/** Reads only the columns we need: the table may also hold prompts. */
function columnsOf(row: SourceRow): string {
  const missing = REQUIRED.filter((name) => !(name in row));
  if (missing.length > 0) throw new Error(`${TABLE} lacks the columns ${missing.join(", ")}.`);
  if (!OWNERS.some((name) => name in row))
    throw new Error(`${TABLE} has neither user_id nor key_id: its rows belong to no account.`);
  return [...REQUIRED, ...OWNERS, ...OPTIONAL].filter((name) => name in row).join(",");
}

function rowsOf({ data, error, status }: PostgrestSingleResponse<unknown>): SourceRow[] {
  if (status === 0) throw noResponse(error?.message);
  if (error && status >= 300) throw refusal(status, error.code);
  if (!Array.isArray(data)) throw new Error("GET /rest/v1/api_usage returned something that is not a list.");
  if (data.every(isSourceRow)) return data;
  throw new Error(`${TABLE} needs a column id of growing whole numbers (bigint, an identity) up to 2^53.`);
}

const isSourceRow = (row: unknown): row is SourceRow =>
  typeof row === "object" && row !== null && "id" in row && Number.isSafeInteger(row.id);

function refusal(status: number, code = ""): Error {
  if (code === "42501")
    return new Error(`SUPABASE_SECRET_KEY may not read ${TABLE}: grant select on it to service_role.`);
  if (code === "PGRST205" || code === "42P01")
    return new Error(
      `The Supabase project has no table ${TABLE}. Create it, or set SUPABASE_USAGE_IMPORT to off.`,
    );
  if (status === 401 || status === 403)
    return new Error(`Supabase refuses SUPABASE_SECRET_KEY (${status}): it is not a key of this project.`);
  return new Error(`GET /rest/v1/api_usage returned ${status} ${code}`.trim());
}

function noResponse(message?: string): Error {
  const cause = new Error(message);
  return new Error(`Supabase did not respond within ${TIMEOUT_MS / 1000} s at SUPABASE_URL.`, { cause });
}

/** With the publishable key the table would look empty, and the import would do nothing without an error. */
function requireSecretKey(key: string): void {
  if (isPublishableKey(key))
    throw new Error(
      "SUPABASE_SECRET_KEY is the project's publishable key: row-level security hides all rows.",
    );
}
