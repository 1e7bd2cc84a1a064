import type { ApiKey, KeyChanges } from "#core/contract/keys.ts";
import type { AccountContext } from "#core/services/context.ts";

export async function changeKey(
  _ctx: AccountContext,
  _input: { id: string; changes: KeyChanges },
): Promise<ApiKey> {
  throw new Error("Not built yet.");
}
