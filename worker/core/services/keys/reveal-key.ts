import { rateLimited } from "#core/domain/errors.ts";
import { isOffered } from "#core/domain/key-parts.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext } from "#core/services/context.ts";
import { auditWithin } from "#core/storage/audit.ts";
import { keyRevoked, playgroundKey } from "./key-view.ts";
import { ownKey } from "./own-key.ts";
import { open } from "./seal.ts";

export const MAX_REVEALS = 30;
const REVEAL_WINDOW_MS = 60_000;

/** Recorded before the key is opened. @throws DomainError `key_revoked`; `playground_key`; `rate_limited`; Error for an altered key. */
export async function revealKey(
  ctx: AccountContext & KeysContext,
  { id }: { id: string },
): Promise<{ key: string }> {
  const { keySecrets } = ctx;
  const row = await ownKey(ctx, id);
  if (!isOffered(row, "text"))
    throw playgroundKey("The Playground’s key works only in the Playground, so there is no text to reveal.");
  if (row.sealed === null) throw keyRevoked();
  await recordReveal(ctx, row.publicId);
  return { key: await open(keySecrets, row, row.sealed) };
}

async function recordReveal(ctx: AccountContext, subject: string) {
  const stamp = auditStamp(ctx, ctx.account.id);
  const { at } = stamp;
  const oldest = await auditWithin(
    ctx.db,
    { ...stamp, action: "key.revealed", subject },
    { max: MAX_REVEALS, since: at - REVEAL_WINDOW_MS },
  );
  if (oldest === null) return;
  const message = "Too many reveals. Please wait a moment and try again.";
  throw rateLimited(message, { oldest, windowMs: REVEAL_WINDOW_MS, now: at });
}
