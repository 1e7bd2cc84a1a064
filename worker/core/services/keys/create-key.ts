import type { BudgetInput } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { RestrictionsInput } from "#core/contract/restrictions.ts";
import { generateApiKey, generateKeyId, maskOf } from "#core/domain/api-key.ts";
import { accountClosed, DomainError } from "#core/domain/errors.ts";
import { budgetWindow } from "#core/domain/gateway/budgets.ts";
import { isUnrestricted, type Restrictions } from "#core/domain/gateway/restrictions/table.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import type { AuditEntry } from "#core/storage/audit.ts";
import { type ApiKeyRow, insertKey, type KeyTerms, type NewKey } from "#core/storage/keys.ts";
import { budgetDetail } from "./budgets.ts";
import { deriveAccountRoute, lookupOf } from "./key-hash.ts";
import { keyView } from "./key-view.ts";
import { requestedRestrictions } from "./restrictions.ts";
import { seal } from "./seal.ts";

export const MAX_ACTIVE_KEYS = 100;

interface NewKeyInput extends RestrictionsInput {
  name: string;
  /** ISO 8601; null means never. */
  expires_at?: string | null | undefined;
  test?: boolean | undefined;
  shows_balance?: boolean | undefined;
  budgets?: readonly BudgetInput[] | undefined;
}

/**
 * Only this response and a reveal hold the full key. A test key needs no balance (spec section 5). Budgets (dollars)
 * and restrictions are stored with the key, so they apply to its first request.
 * @throws DomainError `insufficient_balance`, `key_limit_reached`, `account_closed`, `invalid_request` for a past
 * expiry, and for an unknown model.
 */
export async function createKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  input: NewKeyInput,
): Promise<ApiKey> {
  const { name, expires_at = null, test = false, shows_balance: showsBalance = true, budgets = [] } = input;
  const stamp = auditStamp(ctx, ctx.account.id);
  const limits = budgets.map(({ period, amount }) => ({ period, micros: microsFromDollars(amount) }));
  const expiresAt = futureExpiry(expires_at, stamp.at);
  const restrictions = await requestedRestrictions(ctx, input);
  const detail = detailOf({ showsBalance, budgets, restrictions });
  const insertion = {
    row: { expiresAt, showsBalance, budgets: limits, restrictions },
    entry: {
      ...stamp,
      action: "key.created" as const,
      ...(Object.keys(detail).length > 0 && { detail }),
    },
  };
  const { key, text, route } = await insertSealed(ctx, await routeOf(ctx), { name, test, ...insertion });
  await refreshMeter(ctx, route);
  const unused = limits.map((limit) => ({
    ...limit,
    keyId: key.id,
    spentMicros: 0,
    from: budgetWindow(limit.period, stamp.at).from,
  }));
  return { ...keyView(key, { budgets: unused, month: new Map() }), key: text };
}

interface Insertion {
  name: string;
  test: boolean;
  row: KeyTerms;
  entry: Omit<AuditEntry, "subject">;
}

interface Inserted {
  key: ApiKeyRow;
  /** The secret. */
  text: string;
  route: string;
}

/** @param route that the key has; another one that is stored meanwhile takes its place. */
async function insertSealed(
  ctx: AccountContext & KeysContext,
  route: string,
  { name, test, row, entry }: Insertion,
): Promise<Inserted> {
  const { row: fresh, key: text } = await sealedKey(ctx, { id: ctx.account.id, route }, { name, test });
  const audit = { ...entry, subject: fresh.publicId };
  const limits = { maxActive: MAX_ACTIVE_KEYS, needsBalance: !test };
  const { key, owner } = await insertKey(ctx.db, { ...fresh, ...row }, { audit, route, ...limits });
  if (key !== null) return { key, text, route };
  if (owner === null || owner.closedAt !== null) throw accountClosed();
  if (!test && owner.balanceMicros <= 0) throw insufficientBalance();
  if (owner.route === null || owner.route === route) throw tooManyKeys();
  return insertSealed(ctx, owner.route, { name, test, row, entry });
}

interface Chosen {
  showsBalance: boolean;
  budgets: readonly BudgetInput[];
  restrictions: Partial<Restrictions>;
}

/** For the audit log: what isn't as it would be by itself. */
const detailOf = ({ showsBalance, budgets, restrictions }: Chosen) => ({
  ...(!showsBalance && { shows_balance: false }),
  ...(budgets.length > 0 && budgetDetail(budgets)),
  ...Object.fromEntries(Object.entries(restrictions).filter(([, value]) => !isUnrestricted(value))),
});

const insufficientBalance = () =>
  new DomainError("insufficient_balance", "Please add funds to your account before creating an API key.");

const tooManyKeys = () =>
  new DomainError(
    "key_limit_reached",
    `An account can have ${MAX_ACTIVE_KEYS} active API keys. Revoke one that is no longer used.`,
  );

/** The route that the account's keys have, or that its first one will have. */
export const routeOf = async ({ account, keySecrets }: AccountContext & KeysContext): Promise<string> =>
  account.route ?? (await deriveAccountRoute(keySecrets.pepper, account.id));

/** Generates a key for the account. `row` is the part that may be stored, `key` the secret text. */
export async function sealedKey(
  { keySecrets }: KeysContext,
  { id: accountId, route }: { id: number; route: string },
  { name, test = false }: { name: string; test?: boolean },
): Promise<{ row: NewKey; key: string }> {
  const publicId = generateKeyId();
  const key = generateApiKey(route, { test });
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
