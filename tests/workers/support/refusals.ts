import { openTestDatabase, type TestUser } from "./test-api.ts";

const REFUSALS = `SELECT k.public_id AS key, r.code, r.hour % 24 AS hour, sum(r.requests) AS requests
  FROM key_refusals AS r LEFT JOIN api_keys AS k ON k.id = r.key_id WHERE r.account_id = ?
  GROUP BY key, r.code, r.hour % 24 ORDER BY min(r.hour), r.code`;

/** Counts in libSQL, by public id of the key, code and UTC hour of the day. */
export async function storedRefusals({
  account,
}: Pick<TestUser, "account">): Promise<Record<string, number>> {
  const { rows } = await openTestDatabase().$client.execute({ sql: REFUSALS, args: [account.id] });
  return Object.fromEntries(rows.map((row) => [`${row.key} ${row.code} ${row.hour}`, Number(row.requests)]));
}
