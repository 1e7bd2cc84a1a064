import type { BudgetInput } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { generateApiKey, generateKeyId, maskOf } from "#core/domain/api-key.ts";
import { accountClosed, DomainError } from "#core/domain/errors.ts";
import { budgetWindow } from "#core/domain/gateway/budgets.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext, ServiceContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { isClosed } from "#core/storage/accounts.ts";
import { insertKey, type NewKey } from "#core/storage/keys.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { budgetDetail } from "./budgets.ts";
import { accountRouteOf, lookupOf } from "./key-hash.ts";
import { keyView } from "./key-view.ts";
import { seal } from "./seal.ts";

export const MAX_ACTIVE_KEYS = 100;

interface NewKeyInput {
  name: string;
  /** ISO 8601; null means never. */
  expires_at?: string | null | undefined;
  test?: boolean | undefined;
  shows_balance?: boolean | undefined;
  budgets?: readonly BudgetInput[] | undefined;
}

/**
 * Only this response and a reveal hold the full key. A test key needs no balance (spec section 5). Budgets (dollars) are
 * stored with the key, so they apply to its first request.
 * @throws DomainError `insufficient_balance`, `key_limit_reached`, `account_closed`, `invalid_request` for a past
 * expiry.
 */
export async function createKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  input: NewKeyInput,
): Promise<ApiKey> {
  const { db, account } = ctx;
  const { name, expires_at = null, test = false, shows_balance: showsBalance = true, budgets = [] } = input;
  const stamp = auditStamp(ctx, account.id);
  const expiresAt = futureExpiry(expires_at, stamp.at);
  if (!test && (await readBalanceMicros(db, account.id)) <= 0) throw insufficientBalance();
  const limits = budgets.map(({ period, amount }) => ({ period, micros: microsFromDollars(amount) }));
  const { row: fresh, key } = await sealedKey(ctx, account.id, { name, test });
  const subject = fresh.publicId;
  const row = await insertKey(
    db,
    { ...fresh, expiresAt, showsBalance, budgets: limits },
    {
      audit: {
        ...stamp,
        action: "key.created",
        subject,
        ...((!showsBalance || budgets.length > 0) && { detail: detailOf(showsBalance, budgets) }),
      },
      maxActive: MAX_ACTIVE_KEYS,
    },
  );
  if (row === null) throw (await isClosed(db, account.id)) ? accountClosed() : tooManyKeys();
  await refreshMeter(ctx, account.id);
  const unused = limits.map((limit) => ({
    ...limit,
    keyId: row.id,
    spentMicros: 0,
    from: budgetWindow(limit.period, stamp.at).from,
  }));
  return { ...keyView(row, { budgets: unused, month: new Map() }), key };
}

const detailOf = (showsBalance: boolean, budgets: readonly BudgetInput[]) => ({
  ...(!showsBalance && { shows_balance: false }),
  ...(budgets.length > 0 && budgetDetail(budgets)),
});

const insufficientBalance = () =>
  new DomainError("insufficient_balance", "Please add funds to your account before creating an API key.");

const tooManyKeys = () =>
  new DomainError(
    "key_limit_reached",
    `An account can have ${MAX_ACTIVE_KEYS} active API keys. Revoke one that is no longer used.`,
  );

/** Generates a key for the account. `row` is the part that may be stored, `key` the secret text. */
export async function sealedKey(
  ctx: ServiceContext & KeysContext,
  accountId: number,
  { name, test = false }: { name: string; test?: boolean },
): Promise<{ row: NewKey; key: string }> {
  const { keySecrets } = ctx;
  const publicId = generateKeyId();
  const key = generateApiKey(await accountRouteOf(ctx, accountId), { test });
  const lookup = await lookupOf(keySecrets.pepper, key);
  const sealed = await seal(keySecrets, { accountId, publicId }, key);
  return { row: { publicId, name, mask: maskOf(key), lookup, sealed }, key };
}

/** Epoch ms; null for never. @throws DomainError `invalid_request` unless it is after `now`. */
export function futureExpiry(expiresAt: string | null, now: number): number | null {
  if (expiresAt === null) return null;
  const at = Date.parse(expiresAt);
  if (at > now) return at;
  throw refusedExpiry("The expires_at field must be in the future.");
}

export const refusedExpiry = (why: string) =>
  new DomainError("invalid_request", why, { field: "expires_at" });
