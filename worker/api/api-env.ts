import type { Clock, Identity, RequestLimit } from "#core/ports.ts";
import type {
  AccountContext,
  CallerContext,
  HealthContext,
  IdentityContext,
  KeysContext,
  LiveMeteringContext,
  NotificationsContext,
  PaymentsContext,
  ServiceContext,
} from "#core/services/context.ts";
import type { SessionChecks } from "#core/services/identity/session-checks.ts";
import type { Database } from "#core/storage/database.ts";
import type { GatewayContext } from "./gateway/gateway-context.ts";

/** Everything outside the worker, provided by `index.ts` and by tests. */
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

interface RequestLimits {
  account: RequestLimit;
  address: RequestLimit;
}

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

/** Behind `signedIn`. */
export interface SignedInEnv {
  Variables: RequestVariables & { ctx: RequestContext & AccountContext & CallerContext };
}
