import type { SourceRow, UsageSource } from "#core/ports.ts";
import { isPublishableKey } from "#worker/supabase-key.ts";
import { askSupabase, type SupabaseAnswer } from "./supabase-http.ts";

interface SupabaseUsageConfig {
  /** Base address of the project, without a trailing slash. */
  supabaseUrl: string;
  /** Row-level security holds for every other key. */
  secretKey: string;
}

const TABLE = "public.api_usage";
const TIMEOUT_MS = 15_000;
const REQUIRED = ["id", "timestamp", "endpoint", "status_code", "response_time"];
const OWNERS = ["user_id", "key_id"];
const OPTIONAL = ["request_id", "cost", "tokens_in", "tokens_out"];

/** The table `api_usage` of a Supabase project, read through PostgREST. */
export function createSupabaseUsage({ supabaseUrl, secretKey }: SupabaseUsageConfig): UsageSource {
  const ask = async (query: string): Promise<SourceRow[]> => {
    requireSecretKey(secretKey);
    const request = { method: "GET", path: `/rest/v1/api_usage?${query}`, timeoutMs: TIMEOUT_MS } as const;
    return rowsOf(await askSupabase(supabaseUrl, { ...request, key: secretKey }).catch(noAnswer));
  };
  let columns: Promise<string | null> | undefined;
  const select = async (query: string) => {
    columns ??= ask("select=*&order=id.asc&limit=1").then(([row]) => (row ? columnsOf(row) : null));
    const names = await columns;
    return names === null ? [] : await ask(`select=${names}&${query}`);
  };
  return {
    name: new URL(supabaseUrl).host,
    page: ({ after, until, limit }) => {
      const bound = until === null ? "" : `&id=lte.${until}`;
      return select(`id=gt.${after}${bound}&order=id.asc&limit=${limit}`);
    },
    rows: (ids) => select(`id=in.(${ids.join(",")})&order=id.asc`),
  };
}

/** Only what is needed: such a table may also hold prompts. */
function columnsOf(row: SourceRow): string {
  const missing = REQUIRED.filter((name) => !(name in row));
  if (missing.length > 0) throw new Error(`${TABLE} lacks the columns ${missing.join(", ")}.`);
  if (!OWNERS.some((name) => name in row))
    throw new Error(`${TABLE} has neither user_id nor key_id: its rows belong to no account.`);
  return [...REQUIRED, ...OWNERS, ...OPTIONAL].filter((name) => name in row).join(",");
}

function rowsOf(answer: SupabaseAnswer): SourceRow[] {
  if (!answer.ok) throw refusal(answer);
  if (!Array.isArray(answer.body)) throw new Error(`${answer.of} answered something that is no list.`);
  if (answer.body.every(isSourceRow)) return answer.body;
  throw new Error(`${TABLE} needs a column id of growing whole numbers (bigint, an identity) up to 2^53.`);
}

const isSourceRow = (row: unknown): row is SourceRow =>
  typeof row === "object" && row !== null && "id" in row && Number.isSafeInteger(row.id);

function refusal({ of, status, code }: SupabaseAnswer): Error {
  if (code === "42501")
    return new Error(`SUPABASE_SECRET_KEY may not read ${TABLE}: grant select on it to service_role.`);
  if (code === "PGRST205" || code === "42P01")
    return new Error(
      `The Supabase project has no table ${TABLE}. Create it, or set SUPABASE_USAGE_IMPORT to off.`,
    );
  if (status === 401 || status === 403)
    return new Error(`Supabase refuses SUPABASE_SECRET_KEY (${status}): it is not a key of this project.`);
  return new Error(`${of} answered ${status} ${code}`.trim());
}

function noAnswer(cause: unknown): never {
  throw new Error(`Supabase did not answer within ${TIMEOUT_MS / 1000} s at SUPABASE_URL.`, { cause });
}

/** To the publishable key a table under row-level security looks empty, and nothing would be imported in silence. */
function requireSecretKey(key: string): void {
  if (isPublishableKey(key))
    throw new Error(
      "SUPABASE_SECRET_KEY is the project's publishable key: row-level security hides all rows.",
    );
}
