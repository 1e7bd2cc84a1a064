import { z } from "zod";
import { EMAIL_STATUSES } from "#core/domain/operator.ts";
import { creditRequest, operatorReason } from "./operator.ts";
import { pageOf } from "./page.ts";

const time = z.iso.datetime();

const accountEmail = z.object({
  id: z.number(),
  subject: z.string(),
  status: z.enum(EMAIL_STATUSES),
  attempts: z.number(),
  created_at: time,
  sent_at: time.nullable().describe("When the provider accepted it"),
  resent: z.boolean().describe("Sent again by an operator"),
});
export type AccountEmail = z.infer<typeof accountEmail>;

export const accountEmailsResponse = pageOf(accountEmail);
export type AccountEmailsResponse = z.infer<typeof accountEmailsResponse>;

export const resendRequest = z.object({ reason: operatorReason, id: creditRequest.shape.id });
export const resendResponse = z.object({
  subject: z.string(),
  email: z.string().describe("The account's address"),
  repeated: z.boolean().describe("Queued by an earlier request with this id"),
});
export type ResendResponse = z.infer<typeof resendResponse>;
