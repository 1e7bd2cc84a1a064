import type { PlaygroundGrant } from "#core/contract/playground.ts";
import { generateApiKey, generateKeyId, maskOf } from "#core/domain/api-key.ts";
import { accountClosed, DomainError } from "#core/domain/errors.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { GRANT_MS, PLAYGROUND_BUDGET, PLAYGROUND_KEY } from "#core/domain/playground.ts";
import { isoTime } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type {
  AccountContext,
  CallerContext,
  IdentityContext,
  KeySecrets,
  KeysContext,
  MeteringContext,
} from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { budgetDetail } from "#core/services/keys/budgets.ts";
import { routeOf } from "#core/services/keys/create-key.ts";
import { lookupOf } from "#core/services/keys/key-hash.ts";
import { openPlayground } from "#core/storage/playground.ts";
import { signGrant } from "./sign-grant.ts";

type GrantContext = AccountContext &
  CallerContext &
  KeysContext &
  MeteringContext &
  Pick<IdentityContext, "appOrigin">;

/**
 * A grant for the caller's session, valid for ten minutes and from the dashboard's own origin alone. The account gets
 * its Playground key with the first one, and a new one after that key was revoked.
 * @param origin of the browser that asks; null when none did.
 * @throws DomainError `origin_not_allowed`, `account_closed`; `unauthorized` once the end of the session has begun.
 */
export async function createGrant(
  ctx: GrantContext,
  { origin }: { origin: string | null },
): Promise<PlaygroundGrant> {
  const { account, appOrigin, caller, db, keySecrets } = ctx;
  if (origin !== null && origin !== appOrigin) throw otherOrigin(appOrigin);
  const stamp = auditStamp(ctx, account.id);
  const expiresAt = stamp.at + GRANT_MS;
  const firstRoute = await routeOf(ctx);
  const { key, route, sessionEnded } = await openPlayground(db, {
    audit: { ...stamp, action: "key.created", detail: KEY_DETAIL },
    session: { id: caller.sessionId, endsAt: expiresAt },
    route: firstRoute,
    fresh: await unknownKey(keySecrets, firstRoute),
    budget: PLAYGROUND_BUDGET,
  });
  if (sessionEnded) throw endedMeanwhile();
  if (key === null || route === null) throw accountClosed();
  await refreshMeter(ctx, route);
  const { lookup, publicId } = key;
  const grant = { route, lookup, sessionId: caller.sessionId, origin: appOrigin, expiresAt };
  return { grant: await signGrant(keySecrets, grant), expires_at: isoTime(expiresAt), key_id: publicId };
}

const KEY_DETAIL = budgetDetail([
  { period: PLAYGROUND_BUDGET.period, amount: dollarsFromMicros(PLAYGROUND_BUDGET.micros) },
]);

/** A key whose text is forgotten at once: only grants name it, by its lookup. */
async function unknownKey({ pepper }: KeySecrets, route: string) {
  const text = generateApiKey(route);
  const lookup = await lookupOf(pepper, text);
  return { publicId: generateKeyId(), name: PLAYGROUND_KEY, mask: maskOf(text), lookup };
}

const endedMeanwhile = () => new DomainError("unauthorized", "Your session has ended. Please sign in again.");

const otherOrigin = (appOrigin: string) =>
  new DomainError(
    "origin_not_allowed",
    `The Playground works at ${appOrigin} only. Open the dashboard there.`,
  );
