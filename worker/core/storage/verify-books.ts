import { ACCOUNT_PREFIX, USAGE_REVENUE } from "#core/domain/ledger.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { WATERMARK } from "./rollup.ts";
import { inOpenDays, isBuilt } from "./rollup-days.ts";

const OWNER = `'${ACCOUNT_PREFIX}' || account_id`;
const FIRST_DAY = "(SELECT first_day FROM usage_books)";
const RETIRED_BEFORE = "coalesce((SELECT max(retired_before) FROM usage_retention), 0)";

const ON_DAY = `' on ' || date(day * ${DAY_MS / 1000}, 'unixepoch')`;

/** Days of accounts on which `counted` (account_id, day, micros) and the books differ. */
const differsFrom = (name: string, counted: string, from: string) => `SELECT ${OWNER} || ${ON_DAY} AS subject,
    'has ' || sum(kept) || ', its ${name} ' || sum(counted) AS detail
  FROM (SELECT account_id, day, micros AS kept, 0 AS counted FROM usage_days
    UNION ALL SELECT account_id, day, 0, micros FROM (${counted}))
  WHERE day >= ${from} GROUP BY account_id, day HAVING sum(kept) <> sum(counted)`;

const rowsWhere = (
  condition: string,
) => `SELECT account_id, timestamp / ${DAY_MS} AS day, billed_micros AS micros
  FROM api_usage WHERE billed_micros <> 0 AND ${condition}`;

/** Usage by account and UTC day, held against the rows, the roll-up and the ledger. */
export const BOOK_RULES: Record<string, string> = {
  usage_rows: differsFrom("rows", rowsWhere("true"), `max(${FIRST_DAY}, ${RETIRED_BEFORE} / ${DAY_MS})`),

  usage_rollup: differsFrom(
    "roll-up",
    `SELECT account_id, day, billed_micros AS micros FROM daily_series AS d
       WHERE key_id = 0 AND ${isBuilt("d.day", "d.account_id")}
     UNION ALL SELECT o.account_id, o.day, r.billed_micros FROM ${inOpenDays("hourly_series")}
     UNION ALL ${rowsWhere(`id > ${WATERMARK}`)}`,
    FIRST_DAY,
  ),

  usage_booked: `SELECT account || ${ON_DAY} AS subject,
      'has ' || sum(kept) || ' booked, its transfers ' || sum(moved) AS detail
    FROM (SELECT ${OWNER} AS account, day, booked_micros AS kept, 0 AS moved FROM usage_days
      UNION ALL SELECT debit, usage_day, 0, micros FROM ledger_transfers WHERE usage_day IS NOT NULL)
    GROUP BY account, day HAVING sum(kept) <> sum(moved)`,

  usage_transfer: `SELECT source AS subject, kind || ' of day ' || coalesce(usage_day, 'none') || ' in the statement of '
      || coalesce(statement_day, 'none') AS detail
    FROM ledger_transfers
    WHERE usage_day IS NOT NULL AND (kind <> 'usage' OR coalesce(statement_day < usage_day, true))
      OR statement_day IS NOT NULL AND usage_day IS NULL`,

  usage_open: `SELECT account AS subject, 'has ' || sum(kept) || ' open, its days ' || sum(days) AS detail
    FROM (SELECT account, open_micros AS kept, 0 AS days FROM ledger_balances
      UNION ALL SELECT ${OWNER}, 0, micros - booked_micros FROM usage_days
      UNION ALL SELECT '${USAGE_REVENUE}', 0, booked_micros - micros FROM usage_days)
    GROUP BY account HAVING sum(kept) <> sum(days)`,

  statement_day: `SELECT e.account AS subject, 'entry of transfer ' || e.transfer_id || ' is of day ' || e.day AS detail
    FROM ledger_entries AS e JOIN ledger_transfers AS t ON t.id = e.transfer_id
    WHERE e.day <> coalesce(t.statement_day, t.created_at / ${DAY_MS})`,

  noted: `SELECT account AS subject, 'was noted at ' || noted_micros || ', is ' || (micros - open_micros) AS detail
    FROM ledger_balances WHERE substr(account, 1, 8) = 'account:' AND noted_micros <> micros - open_micros`,
};
