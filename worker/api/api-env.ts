import type { Clock, Identity } from "#core/ports.ts";
import type { AccountContext, ServiceContext } from "#core/services/context.ts";
import type { KeysContext } from "#core/services/keys/context.ts";
import type { PaymentsContext } from "#core/services/payments/context.ts";
import type { Database } from "#core/storage/database.ts";

/** Everything outside the worker, plugged in by `index.ts` and by tests. */
export interface ApiDependencies extends KeysContext, PaymentsContext {
  openDatabase: () => Database;
  identity: Identity;
  clock: Clock;
}

/** What a handler passes to its service. */
type RequestContext = ServiceContext & KeysContext & PaymentsContext;

export interface RequestEnv {
  Variables: { identity: Identity; ctx: RequestContext };
}

/** Behind `signedIn`: the context also names the account. */
export interface SignedInEnv {
  Variables: { identity: Identity; ctx: RequestContext & AccountContext };
}
