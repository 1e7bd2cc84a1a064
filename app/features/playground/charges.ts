import type { QueryClient } from "@tanstack/react-query";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { usageReceiptQuery } from "#app/features/usage-log/queries.ts";
import { ApiError } from "#app/lib/api-client.ts";
import type { UsageReceipt } from "#core/contract/usage.ts";
import type { Charge } from "./conversation.ts";

/** Between tries. Receipts are stored half a second after a request ends, which is up to 25 s after you disconnect. */
const WAITS_MS = [600, 600, 1_300, 2_500, 5_000, 10_000, 10_000, 10_000];

interface Wanted {
  requestId: string;
  /** False once nobody will see it. */
  isWanted: () => boolean;
}

/**
 * Reads the receipt as soon as there is one; null once it isn't wanted any more.
 * @throws ApiError if there is none in the end, or it can't be read.
 */
export async function readReceipt(
  queryClient: QueryClient,
  { requestId, isWanted }: Wanted,
  waits: readonly number[] = WAITS_MS,
): Promise<UsageReceipt | null> {
  const [wait = 0, ...later] = waits;
  await new Promise((resolve) => setTimeout(resolve, wait));
  if (!isWanted()) return null;
  try {
    return await queryClient.fetchQuery({ ...usageReceiptQuery(requestId), retry: false });
  } catch (error) {
    const isTooEarly = !(error instanceof ApiError) || error.status === 404 || error.status >= 500;
    if (!isTooEarly || later.length === 0) throw error;
    return readReceipt(queryClient, { requestId, isWanted }, later);
  }
}

/** The balance after a request, in dollars; null if it can't be read. Refreshes what else shows spending. */
export async function balanceAfter(queryClient: QueryClient): Promise<number | null> {
  void queryClient.invalidateQueries(apiKeysQuery);
  try {
    await queryClient.invalidateQueries({ queryKey: balanceQuery.queryKey, refetchType: "none" });
    return (await queryClient.fetchQuery({ ...balanceQuery, staleTime: 0, retry: false })).balance;
  } catch {
    return null;
  }
}

export const chargeFrom = (receipt: UsageReceipt, balance: number | null): Charge => ({
  firstToken: receipt.first_byte,
  duration: receipt.response_time,
  input: receipt.tokens_in - receipt.tokens_cached,
  cached: receipt.tokens_cached,
  output: receipt.tokens_out,
  estimated: receipt.estimated,
  cost: receipt.charged,
  balance,
});
