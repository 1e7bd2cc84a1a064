import type { Clock, Identity, RequestLimit } from "#core/ports.ts";
import type {
  AccountContext,
  CallerContext,
  HealthContext,
  IdentityContext,
  KeysContext,
  LiveMeteringContext,
  NotificationsContext,
  OperatorContext,
  OperatorsContext,
  PaymentsContext,
  ReceiptsContext,
  ServiceContext,
} from "#core/services/context.ts";
import type { SessionChecks } from "#core/services/identity/session-checks.ts";
import type { MetricsContext } from "#core/services/metrics/report-metrics.ts";
import type { EstimateContext } from "#core/services/playground/estimate-request.ts";
import type { Database } from "#core/storage/database.ts";
import type { RequestTrace, Tracing } from "#worker/tracing.ts";

/** Everything outside the worker, provided by `index.ts` and by tests. */
export interface ApiDependencies
  extends Omit<HealthContext, "writeProbe">,
    Omit<EstimateContext, "priceLists">,
    IdentityContext,
    KeysContext,
    LiveMeteringContext,
    Omit<MetricsContext, "metricsCache">,
    NotificationsContext,
    OperatorsContext,
    PaymentsContext,
    ReceiptsContext {
  openDatabase: () => Database;
  identity: Identity;
  clock: Clock;
  limits: RequestLimits;
  tracing?: Tracing;
}

interface RequestLimits {
  account: RequestLimit;
  address: RequestLimit;
}

export type RequestContext = ServiceContext &
  EstimateContext &
  HealthContext &
  IdentityContext &
  KeysContext &
  LiveMeteringContext &
  MetricsContext &
  NotificationsContext &
  OperatorsContext &
  PaymentsContext &
  ReceiptsContext;

interface RequestVariables {
  identity: Identity;
  sessionChecks: SessionChecks;
  limits: RequestLimits;
  trace: RequestTrace;
}

/** Given by latchkey-web; a request from the internet has none. */
interface RequestBindings {
  requestId?: string;
}

export interface RequestEnv {
  Bindings: RequestBindings;
  Variables: RequestVariables & { ctx: RequestContext };
}

/** `caller` is absent when a personal access token was sent instead of a session's. */
export type SignedInContext = RequestContext & AccountContext & Partial<CallerContext>;

/** For routes that need a session. */
export interface SignedInEnv {
  Bindings: RequestBindings;
  Variables: RequestVariables & { ctx: SignedInContext };
}

/** At the desk. */
export interface OperatorEnv {
  Bindings: RequestBindings;
  Variables: RequestVariables & { ctx: RequestContext & OperatorContext; email: string };
}
