import { z } from "zod";

/** Dollars. `balance` is the ledger's; `held` is reserved for requests in flight. */
export const balanceAnswer = z.object({ balance: z.number(), held: z.number(), currency: z.literal("USD") });
export type BalanceAnswer = z.infer<typeof balanceAnswer>;
