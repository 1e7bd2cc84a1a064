import { DAY_MS } from "#core/domain/ranges.ts";
import { IS_ERROR } from "./usage-marks.ts";
import { fresh } from "./usage-window-sql.ts";

/*
 * What keys spend in whole UTC days, of which the roll-up has the sums: no raw rows are read but those it has not taken
 * up yet. The roll-up does not count paid requests; a call that failed is free, so those are at most the others.
 */
const SPENT = `spent (key_id, day, cost, paid) AS MATERIALIZED (
  SELECT r.key_id, r.day, r.cost_micros, r.requests - r.errors
    FROM json_each(:keys) AS k CROSS JOIN json_each(:days) AS d CROSS JOIN daily_series AS r
      ON r.account_id = :account AND r.day = d.value AND r.key_id = k.value
  UNION ALL SELECT u.key_id, u.timestamp / ${DAY_MS}, u.cost_micros, NOT ${IS_ERROR}
    FROM ${fresh("all endpoints")} AND u.key_id IN (SELECT value FROM json_each(:keys))
      AND u.timestamp / ${DAY_MS} IN (SELECT value FROM json_each(:days)))`;

/** `:windows`: [name, first day, end day] each. */
export const BY_WINDOW = `WITH ${SPENT}
  SELECT s.key_id AS keyId, w.value->>0 AS period, sum(s.cost) AS micros
  FROM spent AS s JOIN json_each(:windows) AS w ON s.day >= w.value->>1 AND s.day < w.value->>2
  GROUP BY keyId, period`;

export const BY_DAY = `WITH ${SPENT}
  SELECT day, sum(cost) AS costMicros, sum(paid) AS requests FROM spent GROUP BY day ORDER BY day`;
