import { z } from "zod";
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  type AuditAction,
  type AuditKind,
  actionsOf,
} from "#core/domain/audit.ts";
import { settingFields } from "./account-settings.ts";
import { pageOf, pageQuery } from "./page.ts";
import { shownRestrictions } from "./restrictions.ts";

const KINDS = Object.keys(AUDIT_ACTIONS) as [AuditKind, ...AuditKind[]];
const ACTIONS = actionsOf() as [AuditAction, ...AuditAction[]];

export const auditQuery = pageQuery.extend({
  kind: z.enum(KINDS, `The kind must be one of ${KINDS.join(", ")}.`).optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

const dollars = z.number().nullable();

export const auditDetail = z
  .object({
    name: z.string(),
    expires_at: z.string().nullable(),
    disabled: z.boolean(),
    ...shownRestrictions,
    shows_balance: z.boolean(),
    /** In dollars; null for none. */
    budget_day: dollars,
    budget_week: dollars,
    budget_month: dollars,
    amounts: z.array(z.number()).describe("Dollars of a month’s spend at which the account is notified"),
    overlap_hours: z.number().describe("Hours for which the rotated key still works"),
    plan: z.string(),
    method: z.string().describe("The sign-in method that was linked or removed"),
    enabled: z.boolean().describe("Whether auto top-up was turned on"),
    threshold: z.number().describe("Balance in dollars below which auto top-up charges the card"),
    monthly_limit: z.number().describe("Dollars that auto top-up may charge per month"),
    card: z.string().describe("The saved card, such as “Visa •••• 4242”"),
    draws_on_balance: z.boolean().describe("Whether the balance pays for requests beyond the plan"),
    email: z.string().describe("The invited address"),
    scopes: z.array(z.string()).describe("What a new access token may do"),
    token: z.string().describe("Name of the access token that it was done with"),
    dollars: z.number(),
    ...settingFields,
    reason: z.string().describe("In the operator’s words, or why the card was declined"),
  })
  .partial();

export const auditPlace = z.object({
  device: z.string().nullable().describe("Browser and operating system, as the client reports them"),
  city: z.string().nullable(),
  country: z.string().nullable().describe("ISO 3166 code"),
});
export type AuditPlace = z.infer<typeof auditPlace>;

const auditItem = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  action: z.enum(ACTIONS),
  by: z.enum(AUDIT_ACTORS),
  key: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe("The key it is about, by its current name"),
  detail: auditDetail,
  place: auditPlace.nullable().describe("Where it was done from; null when unknown"),
  request_id: z.string(),
});
export type AuditItem = z.infer<typeof auditItem>;

export const auditResponse = pageOf(auditItem);
export type AuditResponse = z.infer<typeof auditResponse>;
