import { importedPath } from "#core/domain/imported-path.ts";
import { KNOWN_ENDPOINTS, OTHER_ENDPOINT, type UsageRow } from "#core/domain/usage.ts";
import { inOpenDays } from "./rollup-days.ts";
import { addEndpoints, addModels, addRows, rowsJson } from "./usage.ts";

/** Whoever writes the source must not fill the dictionaries: later names are stored as no model, later paths as `other`. */
const MOST_MODELS = 1_000;
export const MOST_PATHS_PER_ACCOUNT = 50;

const LISTED = [...KNOWN_ENDPOINTS, OTHER_ENDPOINT];
const LISTED_SET = new Set<string>(LISTED);

/**
 * `used` are the endpoints that an account's stored requests have: of rolled-up ones by its days and the hours of open ones, of the others by row.
 * `refused` are the wanted paths beyond the bound. New paths don't change either of them, so both statements agree.
 */
const REFUSED = `wanted (n, account, path) AS MATERIALIZED (SELECT key, value->>0, value->>1 FROM json_each(:wanted)),
  owners (account) AS MATERIALIZED (SELECT DISTINCT account FROM wanted),
  used (account, endpoint) AS MATERIALIZED (
    SELECT o.account, d.endpoint_id FROM owners AS o
      CROSS JOIN daily_series AS s ON s.account_id = o.account AND s.key_id = 0
      CROSS JOIN daily_endpoints AS d ON d.day = s.day AND d.account_id = o.account AND d.key_id = 0
    UNION
    SELECT r.account_id, r.endpoint_id FROM ${inOpenDays("hourly_usage")}
      WHERE o.account_id IN (SELECT account FROM owners)
    UNION
    SELECT u.account_id, u.endpoint_id FROM api_usage AS u NOT INDEXED
      WHERE u.id > (SELECT last_id FROM rollup_state WHERE name = 'usage')
        AND u.account_id IN (SELECT account FROM owners)),
  kept (account, path) AS MATERIALIZED (
    SELECT used.account, e.path FROM used CROSS JOIN endpoints AS e ON e.id = used.endpoint
    WHERE e.path NOT IN (SELECT value FROM json_each(:listed))),
  fresh (account, path, place) AS (
    SELECT account, path, row_number() OVER (PARTITION BY account ORDER BY n) FROM wanted
    WHERE (account, path) NOT IN (SELECT account, path FROM kept)),
  refused (account, path) AS MATERIALIZED (
    SELECT account, path FROM fresh
    WHERE place + (SELECT count(*) FROM kept WHERE kept.account = fresh.account) > :most)`;

const ADD_KEPT_PATHS = `WITH ${REFUSED} INSERT INTO endpoints (path)
  SELECT value FROM json_each(:paths)
  UNION SELECT path FROM wanted WHERE (account, path) NOT IN (SELECT account, path FROM refused)
  ON CONFLICT DO NOTHING`;
const KEPT_PATH = `iif((value->>1, value->>4) IN (SELECT account, path FROM refused), '${OTHER_ENDPOINT}', value->>4)`;
const ADD_ROWS = `WITH ${REFUSED} ${addRows(":rows", KEPT_PATH)}`;
const ADD_LISTED_ROWS = addRows(":rows", "value->>4");

/**
 * The first statements of a `writeBatch`, as `usageStatements`, for rows from an import: these keep their paths, at most
 * `MOST_PATHS_PER_ACCOUNT` of each account beyond the listed ones.
 */
export function importedUsageStatements(rows: readonly UsageRow[]) {
  const named = rows.map((row) => ({ ...row, endpoint: importedPath(row.endpoint) }));
  const wanted = wantedPaths(named);
  const listed = named.map(({ endpoint }) => endpoint).filter((path) => LISTED_SET.has(path));
  const models = addModels(rows, MOST_MODELS);
  const stored = { rows: rowsJson(named) };
  if (wanted.length === 0) return [addEndpoints(listed), models, { sql: ADD_LISTED_ROWS, args: stored }];
  const bound = {
    wanted: JSON.stringify(wanted),
    listed: JSON.stringify(LISTED),
    most: MOST_PATHS_PER_ACCOUNT,
  };
  return [
    { sql: ADD_KEPT_PATHS, args: { ...bound, paths: JSON.stringify([...listed, OTHER_ENDPOINT]) } },
    models,
    { sql: ADD_ROWS, args: { ...bound, ...stored } },
  ];
}

/** Accounts with their paths beyond the listed ones, each once, in the order of the rows. */
function wantedPaths(rows: readonly UsageRow[]): [number, string][] {
  const wanted = new Map<string, [number, string]>();
  for (const { accountId, endpoint } of rows) {
    if (!LISTED_SET.has(endpoint)) wanted.set(JSON.stringify([accountId, endpoint]), [accountId, endpoint]);
  }
  return [...wanted.values()];
}
