import type { UsageAnswer, UsageQuery } from "#core/contract/usage.ts";
import type { AccountContext } from "#core/services/context.ts";

export async function listUsage(_ctx: AccountContext, _query: UsageQuery): Promise<UsageAnswer> {
  throw new Error("Not built yet.");
}
