import { actionsOf } from "#core/domain/audit.ts";
import { textOf } from "#core/domain/notification-text.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import { auditItem } from "#core/services/audit/list-audit.ts";
import type { AccountContext } from "#core/services/context.ts";
import { keyView } from "#core/services/keys/key-view.ts";
import { parsePayload } from "#core/services/notifications/payload.ts";
import { recipientOf } from "#core/services/notifications/recipient.ts";
import { receiptNumber } from "#core/services/receipts/receipts.ts";
import {
  type ExportedNotification,
  type ExportedOrder,
  readKeysOf,
  readNotificationsOf,
  readOrdersOf,
} from "#core/storage/account-export.ts";
import { type AuditCursor, type AuditLogRow, readAuditLog } from "#core/storage/audit.ts";
import { readKeyUse } from "#core/storage/key-use.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";
import { csvFile, jsonList, pageOf } from "./pages.ts";

const ROWS_A_READ = 500;
const CENTS = 100;

/** Masked, active ones first. */
export async function* keysFile({ db, account, clock }: AccountContext): AsyncGenerator<string, void> {
  const use = await readKeyUse(db, account.id, clock.now());
  yield* jsonList<ApiKeyRow, { status: ApiKeyRow["status"]; before: number | null }>({
    item: (row) => keyView(row, use),
    async read(after) {
      const { status, before } = after ?? { status: "active" as const, before: null };
      const rows = await readKeysOf(db, account.id, { status, before, limit: ROWS_A_READ });
      const { next } = pageOf(rows, ROWS_A_READ, ({ id }) => ({ status, before: id }));
      if (next !== null || status === "revoked") return { rows, next };
      return { rows, next: { status: "revoked", before: null } };
    },
  });
}

/** As in Activity: what the contract doesn't name stays inside. */
export const activityFile = (ctx: AccountContext) =>
  csvFile<AuditLogRow, AuditCursor>({
    columns: [
      "time",
      "action",
      "by",
      "key_id",
      "key_name",
      "detail",
      "device",
      "city",
      "country",
      "request_id",
    ],
    read: (before) => readAuditPage(ctx, actionsOf(), before),
    fields(row) {
      const { created_at, action, by, key, detail, place, request_id } = auditItem(row);
      const { device = null, city = null, country = null } = place ?? {};
      const about = [key?.id ?? null, key?.name ?? null, JSON.stringify(detail)];
      return [created_at, action, by, ...about, device, city, country, request_id];
    },
  });

export const invitationsFile = (ctx: AccountContext) =>
  csvFile<AuditLogRow, AuditCursor>({
    columns: ["time", "email"],
    read: (before) => readAuditPage(ctx, ["user.invited"], before),
    fields(row) {
      const { created_at, detail } = auditItem(row);
      return [created_at, detail.email ?? null];
    },
  });

async function readAuditPage(
  { db, account }: AccountContext,
  actions: ReturnType<typeof actionsOf>,
  before: AuditCursor | null,
) {
  const rows = await readAuditLog(db, account.id, { actions, before, limit: ROWS_A_READ });
  return pageOf(rows, ROWS_A_READ, ({ createdAt, id }) => ({ at: createdAt, id }));
}

export const notificationsFile = (ctx: AccountContext) =>
  csvFile<ExportedNotification, number>({
    columns: ["time", "kind", "title", "text", "shown", "read_at", "emailed_at"],
    async read(before) {
      const rows = await readNotificationsOf(ctx.db, recipientOf(ctx), { before, limit: ROWS_A_READ });
      return pageOf(rows, ROWS_A_READ, ({ id }) => id);
    },
    fields(row) {
      const payload = parsePayload(row);
      const { title, text } = payload === null ? { title: row.kind, text: row.data } : textOf(payload);
      const sent = [String(row.inApp), isoTimeOrNull(row.readAt), isoTimeOrNull(row.mailedAt)];
      return [isoTime(row.createdAt), row.kind, title, text, ...sent];
    },
  });

/** With those that were never paid. */
export const paymentsFile = ({ db, account }: AccountContext) =>
  csvFile<ExportedOrder, { createdAt: number; id: string }>({
    columns: [
      "created_at",
      "payment_id",
      "receipt_number",
      "product",
      "amount",
      "currency",
      "status",
      "paid_at",
      "returned_at",
      "automatic",
      "declined",
      "method",
      "card_brand",
      "card_last4",
      "tax",
      "invoice",
      "session_reference",
      "payment_reference",
    ],
    async read(before) {
      const rows = await readOrdersOf(db, account.id, { before, limit: ROWS_A_READ });
      return pageOf(rows, ROWS_A_READ, ({ order: { createdAt, id } }) => ({ createdAt, id }));
    },
    fields: paymentFields,
  });

function paymentFields({ order, declineCode, returnedAt }: ExportedOrder) {
  const { id, paidAt, taxMinor } = order;
  const receipt = paidAt === null ? null : receiptNumber({ id, paidAt });
  const price = [order.amountMinor / CENTS, order.currency.toUpperCase(), order.status];
  const times = [isoTimeOrNull(paidAt), isoTimeOrNull(returnedAt)];
  const method = [order.paymentMethod, order.cardBrand, order.cardLast4];
  return [
    isoTime(order.createdAt),
    id,
    receipt,
    order.product,
    ...price,
    ...times,
    String(order.origin === "auto_top_up"),
    declineCode,
    ...method,
    taxMinor === null ? null : taxMinor / CENTS,
    order.invoiceId,
    order.sessionId,
    order.paymentIntent,
  ];
}
