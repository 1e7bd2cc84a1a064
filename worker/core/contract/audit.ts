import { z } from "zod";
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  type AuditAction,
  type AuditKind,
  actionsOf,
} from "#core/domain/audit.ts";
import { pageOf, pageQuery } from "./page.ts";

const kinds = Object.keys(AUDIT_ACTIONS) as [AuditKind, ...AuditKind[]];
const actions = actionsOf() as [AuditAction, ...AuditAction[]];

/** Every kind when none is asked for. */
export const auditQuery = pageQuery.extend({
  kind: z.enum(kinds, `The kind must be one of ${kinds.join(", ")}.`).optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

const dollars = z.number().nullable();

/** What is told of an entry beyond its action: what of the key was changed to what, or an operator's terms. */
export const auditDetail = z
  .object({
    name: z.string(),
    expires_at: z.string().nullable(),
    disabled: z.boolean(),
    allowed_origins: z.array(z.string()),
    /** Of each period in dollars; null for none. */
    budget_day: dollars,
    budget_week: dollars,
    budget_month: dollars,
    overlap_hours: z.number().describe("For how long the key that was rotated still works"),
    plan: z.string(),
    dollars: z.number(),
    reason: z.string().describe("In the operator’s words"),
  })
  .partial();

/** Of each, null when it is not known. */
export const auditPlace = z.object({
  device: z.string().nullable().describe("Browser and system, as the client names them"),
  city: z.string().nullable(),
  country: z.string().nullable().describe("ISO 3166 code"),
});
export type AuditPlace = z.infer<typeof auditPlace>;

const auditItem = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  action: z.enum(actions),
  by: z.enum(AUDIT_ACTORS),
  key: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe("The key it is about, by its present name"),
  detail: auditDetail,
  place: auditPlace.nullable().describe("From where it was done; null when nothing is known of that"),
  request_id: z.string(),
});
export type AuditItem = z.infer<typeof auditItem>;

/** Newest first. */
export const auditAnswer = pageOf(auditItem);
export type AuditAnswer = z.infer<typeof auditAnswer>;
