import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import type { ApiKeyRow } from "./keys.ts";
import type { Recipient } from "./notifications.ts";
import { accessTokens, apiKeys } from "./schema/accounts.ts";
import { autoTopUpCharges, paymentCustomers } from "./schema/cards.ts";
import { checkoutOrders, returnedPayments } from "./schema/ledger.ts";
import { planChanges } from "./schema/plans.ts";

// Each read is of one account and along an index, and takes `limit` rows after the last one of the page before.

/** By status, newest first. */
export async function readKeysOf(
  db: Database,
  accountId: number,
  { status, before, limit }: { status: ApiKeyRow["status"]; before: number | null; limit: number },
): Promise<ApiKeyRow[]> {
  const older = before === null ? undefined : lt(apiKeys.id, before);
  return await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.status, status), older))
    .orderBy(desc(apiKeys.id))
    .limit(limit);
}

/** Also the revoked ones that are kept, whose number is bounded. */
export const readTokensOf = (db: Database, accountId: number) =>
  db.select().from(accessTokens).where(eq(accessTokens.accountId, accountId)).orderBy(desc(accessTokens.id));

export const readPlanChangesOf = (db: Database, accountId: number) =>
  db.select().from(planChanges).where(eq(planChanges.accountId, accountId)).orderBy(planChanges.id);

export async function readCustomerOf(db: Database, accountId: number): Promise<string | null> {
  const [row] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.accountId, accountId));
  return row?.customerId ?? null;
}

export type ExportedOrder = Awaited<ReturnType<typeof readOrdersOf>>[number];

/** Newest first, also unpaid ones; with what became of automatic charges and of payments after the account's end. */
export async function readOrdersOf(
  db: Database,
  accountId: number,
  { before, limit }: { before: { createdAt: number; id: string } | null; limit: number },
) {
  const { createdAt, id } = checkoutOrders;
  const older =
    before === null
      ? undefined
      : or(lt(createdAt, before.createdAt), and(eq(createdAt, before.createdAt), lt(id, before.id)));
  return await db
    .select({
      order: checkoutOrders,
      declineCode: autoTopUpCharges.declineCode,
      returnedAt: returnedPayments.refundedAt,
    })
    .from(checkoutOrders)
    .leftJoin(autoTopUpCharges, eq(autoTopUpCharges.orderId, id))
    .leftJoin(returnedPayments, eq(returnedPayments.orderId, id))
    .where(and(eq(checkoutOrders.accountId, accountId), older))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

const notificationRows = z.array(
  z.object({
    id: z.int(),
    kind: z.string(),
    data: z.string(),
    createdAt: z.int(),
    readAt: z.int().nullable(),
    inApp: z.int().transform(Boolean),
    mailedAt: z.int().nullable(),
  }),
);
export type ExportedNotification = z.infer<typeof notificationRows>[number];

/** The person's, newest first, also those that were only emailed. They are kept for three months. */
export async function readNotificationsOf(
  db: Database,
  { accountId, userId }: Recipient,
  { before, limit }: { before: number | null; limit: number },
): Promise<ExportedNotification[]> {
  const older = before === null ? sql`true` : sql`n.id < ${before}`;
  // The index is by account; otherwise SQLite reads the notifications of all accounts.
  const rows =
    await db.all(sql`SELECT n.id, n.kind, n.data, n.created_at AS createdAt, d.read_at AS readAt, d.in_app AS inApp,
      d.mailed_at AS mailedAt
    FROM notifications AS n INDEXED BY notifications_source
      CROSS JOIN notification_deliveries AS d ON d.notification_id = n.id AND d.user_id = ${userId}
    WHERE n.account_id = ${accountId} AND ${older} ORDER BY n.id DESC LIMIT ${limit}`);
  return notificationRows.parse(rows);
}

const refusalRows = z.array(
  z.object({
    hour: z.int(),
    keyId: z.int(),
    code: z.string(),
    requests: z.int(),
    publicId: z.string().nullable(),
    name: z.string().nullable(),
  }),
);
export type ExportedRefusals = z.infer<typeof refusalRows>[number];

/** Refused requests by hour, key and error code, oldest first. */
export async function readRefusalsOf(
  db: Database,
  accountId: number,
  { after, limit }: { after: Pick<ExportedRefusals, "hour" | "keyId" | "code"> | null; limit: number },
): Promise<ExportedRefusals[]> {
  const later: SQL =
    after === null ? sql`true` : sql`(hour, key_id, code) > (${after.hour}, ${after.keyId}, ${after.code})`;
  const rows = await db.all(sql`WITH page AS (
      SELECT hour, key_id, code, sum(requests) AS requests FROM key_refusals
      WHERE account_id = ${accountId} AND ${later}
      GROUP BY hour, key_id, code ORDER BY hour, key_id, code LIMIT ${limit})
    SELECT page.hour, page.key_id AS keyId, page.code, page.requests, k.public_id AS publicId, k.name
    FROM page LEFT JOIN api_keys AS k ON k.id = page.key_id AND k.account_id = ${accountId}
    ORDER BY page.hour, page.key_id, page.code`);
  return refusalRows.parse(rows);
}
