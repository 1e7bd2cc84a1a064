import { z } from "zod";
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  type AuditAction,
  type AuditKind,
  actionsOf,
} from "#core/domain/audit.ts";
import { pageOf, pageQuery } from "./page.ts";

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
    allowed_origins: z.array(z.string()),
    shows_balance: z.boolean(),
    /** In dollars; null for none. */
    budget_day: dollars,
    budget_week: dollars,
    budget_month: dollars,
    overlap_hours: z.number().describe("Hours for which the rotated key still works"),
    plan: z.string(),
    draws_on_balance: z.boolean().describe("Whether the balance pays for requests beyond the plan"),
    dollars: z.number(),
    reason: z.string().describe("In the operator’s words"),
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
