import type { Clock, Identity, RequestLimit } from "#core/ports.ts";
import type { AccountContext, CallerContext, ServiceContext } from "#core/services/context.ts";
import type { LiveMeteringContext } from "#core/services/gateway/context.ts";
import type { HealthContext } from "#core/services/health/context.ts";
import type { IdentityContext } from "#core/services/identity/context.ts";
import type { SessionChecks } from "#core/services/identity/session-checks.ts";
import type { KeysContext } from "#core/services/keys/context.ts";
import type { NotificationsContext } from "#core/services/notifications/context.ts";
import type { PaymentsContext } from "#core/services/payments/context.ts";
import type { Database } from "#core/storage/database.ts";
import type { GatewayContext } from "./gateway/gateway-context.ts";

/** Everything outside the worker, plugged in by `index.ts` and by tests. */
export interface ApiDependencies
  extends GatewayContext,
    Omit<HealthContext, "writeProbe">,
    IdentityContext,
    KeysContext,
    LiveMeteringContext,
    NotificationsContext,
    PaymentsContext {
  openDatabase: () => Database;
  identity: Identity;
  clock: Clock;
  limits: RequestLimits;
}

/** How often `/api` may be asked. */
interface RequestLimits {
  account: RequestLimit;
  address: RequestLimit;
}

/** What a handler passes to its service. */
type RequestContext = ServiceContext &
  GatewayContext &
  HealthContext &
  IdentityContext &
  KeysContext &
  LiveMeteringContext &
  NotificationsContext &
  PaymentsContext;

interface RequestVariables {
  identity: Identity;
  sessionChecks: SessionChecks;
  limits: RequestLimits;
}

export interface RequestEnv {
  Variables: RequestVariables & { ctx: RequestContext };
}

/** Behind `signedIn`: the context also names the account and how it is signed in. */
export interface SignedInEnv {
  Variables: RequestVariables & { ctx: RequestContext & AccountContext & CallerContext };
}
