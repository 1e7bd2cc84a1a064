import type { ApiKey } from "#core/contract/keys.ts";
import { accountClosed, DomainError } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { MeteringContext } from "#core/services/gateway/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { isClosed } from "#core/storage/accounts.ts";
import { insertKey } from "#core/storage/keys.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import type { KeysContext } from "./context.ts";
import { futureExpiry } from "./key-expiry.ts";
import { keyView } from "./key-view.ts";
import { sealedKey } from "./new-key.ts";

/** Active keys an account may have at once. */
export const MAX_ACTIVE_KEYS = 100;

interface NewKeyInput {
  name: string;
  /** ISO 8601; never when it is null or left out. */
  expires_at?: string | null | undefined;
  /** A test key: it reaches no model and costs nothing. */
  test?: boolean | undefined;
}

/**
 * Makes an active key; the answer is the only one, besides a reveal, that holds the full key.
 * The input has passed `createKeyRequest`.
 * @throws DomainError `insufficient_balance` unless the balance is above 0 (spec section 5) or it is a test key;
 *   `key_limit_reached` when the account has `MAX_ACTIVE_KEYS` active keys; `account_closed`;
 *   `invalid_request` when it is to expire in the past.
 */
export async function createKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  { name, expires_at = null, test = false }: NewKeyInput,
): Promise<ApiKey> {
  const { db, account } = ctx;
  const stamp = auditStamp(ctx, account.id);
  const expiresAt = futureExpiry(expires_at, stamp.at);
  if (!test && (await readBalanceMicros(db, account.id)) <= 0) throw insufficientBalance();
  const { row: drawn, key } = await sealedKey(ctx, account.id, { name, test });
  const subject = drawn.publicId;
  const row = await insertKey(
    db,
    { ...drawn, expiresAt },
    {
      audit: { ...stamp, action: "key.created", subject },
      maxActive: MAX_ACTIVE_KEYS,
    },
  );
  if (row === null) throw (await isClosed(db, account.id)) ? accountClosed() : tooManyKeys();
  await refreshMeter(ctx, account.id);
  return { ...keyView(row, []), key };
}

const insufficientBalance = () =>
  new DomainError("insufficient_balance", "Please add funds to your account before creating an API key.");

const tooManyKeys = () =>
  new DomainError(
    "key_limit_reached",
    `An account can have ${MAX_ACTIVE_KEYS} active API keys. Revoke one that is no longer used.`,
  );
