import type { ApiKey } from "#core/contract/keys.ts";
import type { AccountContext, CallerContext } from "#core/services/context.ts";
import type { IdentityContext } from "#core/services/identity/context.ts";
import type { KeysContext } from "./context.ts";

export async function rotateKey(
  _ctx: AccountContext & CallerContext & IdentityContext & KeysContext,
  _input: { id: string; overlapHours: number },
): Promise<ApiKey> {
  throw new Error("Not built yet.");
}
