import { z } from "zod";
import { BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import { type NotificationPayload, SECURITY_CHANGES } from "#core/domain/notifications.ts";
import type { NotificationRow } from "#core/storage/notifications.ts";

const payment = {
  order: z.string(),
  product: z.enum(["balance", "api_key"]),
  currency: z.enum(["usd", "inr"]),
  amount_minor: z.int(),
};
const charge = { kind: z.literal("auto_top_up"), order: z.string(), amount_minor: z.int() };
const card = z.string();
const key = { key: z.string(), name: z.string() };

const payloadSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("low_balance"), balance: z.int(), threshold: z.int().optional() }),
  z.object({ kind: z.literal("spend_alert"), amount: z.int(), spent: z.int(), month: z.int() }),
  z.object({ kind: z.literal("payment_pending"), ...payment, arrives_by: z.int() }),
  z.object({ kind: z.literal("payment_received"), ...payment }),
  z.object({ kind: z.literal("payment_failed"), ...payment }),
  z.discriminatedUnion("event", [
    z.object({ ...charge, event: z.literal("succeeded") }),
    z.object({ ...charge, event: z.literal("declined"), reason: z.string(), card }),
    z.object({ ...charge, event: z.literal("confirmation_needed"), confirm_by: z.int() }),
    z.object({ ...charge, event: z.literal("not_confirmed") }),
    z.object({
      kind: charge.kind,
      event: z.literal("limit_reached"),
      limit_minor: z.int(),
      resets_at: z.int(),
    }),
    z.object({ kind: charge.kind, event: z.literal("card_removed"), card }),
  ]),
  z.object({ kind: z.literal("key_expiring"), ...key, expires_at: z.int(), days: z.int() }),
  z.object({
    kind: z.literal("budget_reached"),
    ...key,
    period: z.enum(BUDGET_PERIODS),
    level: z.literal([80, 100]),
    budget: z.int(),
    spent: z.int(),
    resets_at: z.int(),
  }),
  z.object({
    kind: z.literal("key_refused"),
    ...key,
    code: z.string(),
    since: z.int(),
    requests: z.int(),
    revoked: z.boolean(),
  }),
  z.object({
    kind: z.literal("new_sign_in"),
    device: z.string().nullable(),
    country: z.string().nullable(),
    city: z.string().nullish(),
    at: z.int().optional(),
  }),
  z.object({ kind: z.literal("invitation_accepted"), email: z.string() }),
  z.object({
    kind: z.literal("security_changed"),
    change: z.enum(SECURITY_CHANGES),
    method: z.string().nullable(),
    at: z.int(),
    device: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
  }),
]);

/** Null for a notification that a newer version stored. */
export function parsePayload({
  kind,
  data,
}: Pick<NotificationRow, "kind" | "data">): NotificationPayload | null {
  return payloadSchema.safeParse({ ...JSON.parse(data), kind }).data ?? null;
}
