import { z } from "zod";
import type { TrialRequest } from "#core/domain/gateway/budget-trial.ts";
import type { TriedRequests } from "#core/domain/gateway/restrictions/trial.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { OWNERS } from "./key-spending.ts";
import type { Read } from "./read.ts";
import { jsonColumn, statement } from "./statement.ts";

/** Rows of the account that a trial reads at most, its other keys' rows included. */
const TRIAL_ROWS = 50_000;

const RECENT = `recent AS MATERIALIZED (SELECT * FROM api_usage
  WHERE account_id = :account AND timestamp >= :from AND timestamp < :to ORDER BY timestamp DESC, id DESC LIMIT :most)`;
/** The time of the oldest row that was read, if that was not all of them. */
const FIRST =
  "iif((SELECT count(*) FROM recent) = :most, (SELECT min(timestamp) FROM recent), NULL) AS first";

/** Older rows have no hold, so that their cost stands for it; imported ones take part in no budget. */
const REQUESTS = `WITH ${OWNERS}, ${RECENT}
  SELECT ${FIRST}, (SELECT json_group_array(json_array(at, at + response_time, billed_micros, hold)) FROM (
      SELECT timestamp AS at, response_time, billed_micros, max(coalesce(hold_micros, 0), billed_micros) AS hold
      FROM recent WHERE key_id IN (SELECT key_id FROM member) AND plan_micros = 0 AND hold > 0 ORDER BY timestamp, id
    )) AS requests`;

const trialRow = z.object({
  first: z.int().nullable(),
  requests: jsonColumn(z.array(z.tuple([z.int(), z.int(), z.int(), z.int()]))),
});

interface Span {
  keyId: number;
  from: number;
  to: number;
  most?: number;
}

interface TrialRows {
  requests: TrialRequest[];
  /** From this instant on (epoch ms), all requests are there. */
  from: number;
}

/**
 * The requests of a key, and of all keys of its rotations, that could have cost something and that no plan paid for, on
 * the UTC days [from, to): in the order of their admission, and at most those among the account's newest rows.
 */
export function readTrialRequests(
  db: Database,
  accountId: number,
  { keyId, from, to, most = TRIAL_ROWS }: Span,
): Read<TrialRows> {
  const args = {
    account: accountId,
    keys: JSON.stringify([keyId]),
    most,
    from: from * DAY_MS,
    to: to * DAY_MS,
  };
  return statement(REQUESTS, args, trialRow)
    .only(db)
    .map(({ first, requests: rows }) => {
      // Rows of the same millisecond may be missing.
      const complete = first === null ? args.from : first + 1;
      const requests = rows.map(([at, endsAt, costMicros, holdMicros]) => ({
        at,
        endsAt,
        costMicros,
        holdMicros,
      }));
      return { requests: requests.filter(({ at }) => at >= complete), from: complete };
    });
}

/** Rows of the same millisecond as the oldest may be missing. Times are only read for a rate. */
const TRIED = `WITH ${OWNERS}, ${RECENT}, whole AS (SELECT * FROM recent
    WHERE key_id IN (SELECT key_id FROM member)
      AND ((SELECT count(*) FROM recent) < :most OR timestamp > (SELECT min(timestamp) FROM recent)))
  SELECT ${FIRST}, (SELECT json_group_array(json_array(path, name, requests, json(times))) FROM (
    SELECT e.path, m.name, count(*) AS requests,
      iif(:timed, json_group_array(json_array(u.timestamp, u.key_id)), '[]') AS times
    FROM whole AS u JOIN endpoints AS e ON e.id = u.endpoint_id LEFT JOIN models AS m ON m.id = u.model_id
    GROUP BY e.path, m.name)) AS groups`;

const triedRow = z.object({
  first: z.int().nullable(),
  groups: jsonColumn(
    z.array(z.tuple([z.string(), z.string().nullable(), z.int(), z.array(z.tuple([z.int(), z.int()]))])),
  ),
});

interface TriedRows {
  requests: TriedRequests[];
  /** From this instant on (epoch ms), all requests are there. */
  from: number;
}

/**
 * The requests of a key, and of all keys of its rotations, in [from, to) (epoch ms), by endpoint and model: at most those
 * among the account's newest rows.
 * @param timed with the time of each request.
 */
export function readTriedRequests(
  db: Database,
  accountId: number,
  { keyId, from, to, timed, most = TRIAL_ROWS }: Span & { timed: boolean },
): Read<TriedRows> {
  const args = { account: accountId, keys: JSON.stringify([keyId]), most, from, to, timed: timed ? 1 : 0 };
  return statement(TRIED, args, triedRow)
    .only(db)
    .map(({ first, groups }) => ({
      requests: groups.map(([endpoint, model, requests, times]) => ({ endpoint, model, requests, times })),
      from: first === null ? from : first + 1,
    }));
}
