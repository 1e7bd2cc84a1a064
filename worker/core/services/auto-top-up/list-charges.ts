import type { AutoTopUpCharge, AutoTopUpChargesResponse } from "#core/contract/auto-top-up.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { declineReason } from "#core/domain/auto-top-up.ts";
import { notFound } from "#core/domain/errors.ts";
import { cutPage, unknownCursor } from "#core/domain/page.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { type ChargeRow, findOwnCharge, readCharges } from "#core/storage/auto-top-ups.ts";
import { noRead, together } from "#core/storage/read.ts";

const CENTS = 100;

/** The account's automatic charges, newest first. */
export async function listCharges(
  { db, account }: AccountContext,
  { cursor, limit }: PageQuery,
): Promise<AutoTopUpChargesResponse> {
  const [last, rows] = await together(db, [
    cursor === undefined ? noRead(db) : findOwnCharge(db, account.id, cursor),
    readCharges(db, account.id, { after: cursor ?? null, limit: limit + 1 }),
  ]);
  if (cursor !== undefined && last === null) throw unknownCursor();
  return cutPage(rows, limit, { item: chargeView, cursor: ({ id }) => id });
}

/** @throws DomainError `not_found`. */
export async function getCharge(
  { db, account }: AccountContext,
  { id }: { id: string },
): Promise<AutoTopUpCharge> {
  const charge = await findOwnCharge(db, account.id, id);
  if (charge === null) throw notFound("Charge");
  return chargeView(charge);
}

function chargeView(row: ChargeRow): AutoTopUpCharge {
  const status = statusOf(row);
  return {
    id: row.id,
    created_at: isoTime(row.createdAt),
    amount: row.amountMinor / CENTS,
    status,
    detail: row.declineCode === null || status === "paid" ? null : declineReason(row.declineCode),
    confirmed: status === "paid" && row.confirmBy !== null,
    confirm_by: status === "confirmation_needed" ? isoTimeOrNull(row.confirmBy) : null,
    receipt_id: status === "paid" ? row.id : null,
  };
}

function statusOf({ status, confirmBy }: ChargeRow): AutoTopUpCharge["status"] {
  switch (status) {
    case "paid":
      return "paid";
    case "failed":
      return "declined";
    case "expired":
      return "canceled";
    case "open":
      return "pending";
    case "pending":
      return confirmBy === null ? "pending" : "confirmation_needed";
  }
}
