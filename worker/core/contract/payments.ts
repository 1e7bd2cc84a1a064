import { z } from "zod";
import { INVALID_TOP_UP_AMOUNT, TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/top-up.ts";

export const createPaymentLinkRequest = z.object({
  amount: z
    .number({ error: INVALID_TOP_UP_AMOUNT })
    .refine((amount) => TOP_UP_AMOUNTS_DOLLARS.includes(amount), INVALID_TOP_UP_AMOUNT),
  product: z.literal("balance", { error: "The product must be “balance”." }),
});
export const paymentLinkAnswer = z.object({ paymentLinkUrl: z.url() });

/** Longest Stripe session id accepted; Stripe's own limit for object ids is 255. */
export const completionRequest = z.object({
  session_id: z
    .string({ error: "The session_id must be text." })
    .regex(/^cs_[A-Za-z0-9_]{8,250}$/, "The session_id is not a checkout session id."),
});
/** `pending` tells "not paid yet" (an asynchronous method) from "will not be paid". */
export const completionAnswer = z.object({ success: z.boolean(), pending: z.boolean() });
export type CompletionAnswer = z.infer<typeof completionAnswer>;
