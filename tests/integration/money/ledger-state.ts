import { z } from "zod";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { PLAN_CHANGE_KINDS } from "#core/domain/plans.ts";
import type { Database } from "#core/storage/database.ts";

/** One statement for all of it, because thousands of stories read it after each step. */
const LEDGER = `SELECT json_object(
  'transfers', (SELECT json_group_array(json_object('id', t.id, 'source', t.source, 'orderId', t.order_id,
      'amount', e.amount, 'balanceAfter', e.balance_after, 'kind', t.kind, 'createdAt', t.created_at,
      'usageDay', t.usage_day))
    FROM ledger_entries AS e JOIN ledger_transfers AS t ON t.id = e.transfer_id WHERE e.account = 'account:' || ?1),
  'balance', coalesce((SELECT micros FROM balances WHERE account = 'account:' || ?1), 0),
  'noted', coalesce((SELECT noted_micros FROM ledger_balances WHERE account = 'account:' || ?1), 0),
  'lowAt', (SELECT low_balance_at FROM accounts WHERE id = ?1),
  'lowNotices', (SELECT count(*) FROM notifications WHERE account_id = ?1 AND kind = 'low_balance'),
  'dueAt', (SELECT due_at FROM auto_top_ups WHERE account_id = ?1),
  'usage', (SELECT json_group_array(json_object('source', request_id, 'amount', -billed_micros, 'at', timestamp))
    FROM api_usage WHERE account_id = ?1),
  'days', (SELECT json_group_array(json_object('day', day, 'micros', micros, 'booked', booked_micros))
    FROM usage_days WHERE account_id = ?1),
  'changes', (SELECT json_group_array(json_object('id', id, 'source', source, 'orderId', order_id,
      'kind', kind, 'createdAt', created_at)) FROM plan_changes WHERE account_id = ?1),
  'planEnd', (SELECT valid_until FROM subscriptions WHERE account_id = ?1),
  'planKeys', (SELECT json_group_array(expires_at) FROM api_keys
    WHERE account_id = ?1 AND plan_key = 1 AND status = 'active'),
  'orders', (SELECT json_group_array(json_object('id', id, 'sessionId', session_id, 'status', status,
      'createdAt', created_at)) FROM checkout_orders WHERE account_id = ?1)) AS state`;

const time = z.number();
const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
const ledger = z.object({
  transfers: z.array(
    z.object({
      id: z.number(),
      source: z.string(),
      orderId: z.string().nullable(),
      amount: z.number(),
      balanceAfter: z.number(),
      kind: z.enum(TRANSFER_KINDS),
      createdAt: time,
      usageDay: z.number().nullable(),
    }),
  ),
  balance: z.number(),
  noted: z.number(),
  lowAt: time.nullable(),
  lowNotices: z.number(),
  dueAt: time.nullable(),
  /** One row for each request. */
  usage: z.array(z.object({ source: z.string(), amount: z.number(), at: time })),
  days: z.array(z.object({ day: z.number(), micros: z.number(), booked: z.number() })),
  changes: z.array(
    z.object({
      id: z.number(),
      source: z.string(),
      orderId: z.string(),
      kind: z.enum(PLAN_CHANGE_KINDS),
      createdAt: time,
    }),
  ),
  planEnd: time.nullable(),
  planKeys: z.array(time.nullable()),
  orders: z.array(
    z.object({ id: z.string(), sessionId: z.string().nullable(), status: z.string(), createdAt: time }),
  ),
});
export type LedgerState = z.infer<typeof ledger>;

/** Everything stored about an account, oldest first; money in micro-dollars. */
export async function readLedger(db: Database, accountId: number): Promise<LedgerState> {
  const { rows } = await db.$client.execute({ sql: LEDGER, args: [String(accountId)] });
  const read = ledger.parse(JSON.parse(String(rows[0]?.state)));
  return { ...read, transfers: read.transfers.sort(byId), changes: read.changes.sort(byId) };
}

/** The total that an order moved, in micro-dollars. */
export const movedBy = ({ transfers }: LedgerState, orderId: string | null) =>
  transfers.reduce((sum, transfer) => sum + (transfer.orderId === orderId ? transfer.amount : 0), 0);

export const STEP = { purchase: 1, restored: 1, refund: -1, dispute: -1 };

/** The years an order holds: 1, or 0 when it was never paid or its payment was reversed. */
export const yearsOf = ({ changes }: LedgerState, orderId: string | null) =>
  changes.reduce((sum, change) => sum + (change.orderId === orderId ? STEP[change.kind] : 0), 0);
