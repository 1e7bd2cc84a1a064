import type { AccountSettings } from "#core/domain/account-settings.ts";
import type { Bytes } from "#core/domain/encoding.ts";
import type { OperatorVia } from "#core/domain/operator.ts";
import type { Clock, LiveMetering, Metering, Payments, UserDirectory } from "#core/ports.ts";
import type { StoredAccount } from "#core/storage/accounts.ts";
import type { Database } from "#core/storage/database.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";

/** Every use case may throw DomainError `database_unavailable`, and `not_found` for another account's object. */
export interface ServiceContext {
  db: Database;
  clock: Clock;
  requestId: string;
  /** Absent in work that no request started, such as a cron run. */
  place?: RequestPlace;
  /** The personal access token that the request was made with; absent for a session. */
  accessToken?: { name: string };
}

export interface RequestPlace {
  /** ISO 3166 code from the platform, never from the client. */
  country: string | null;
  city: string | null;
  /** Sent by the client, so it can be faked. */
  userAgent: string | null;
}

/** As it was when the request came, from the same read that checked who sent it. */
export interface Account extends Pick<StoredAccount, "stoppedAt" | "plan" | "usageKept"> {
  /** Row id of `accounts`; every query filters by it. */
  id: number;
  userId: string;
  email: string;
  /** Names its object and is part of its keys; null before the first one. */
  route: string | null;
  settings: AccountSettings;
}

/** An account that the desk named, by `name`, and what was found for it: more than one is ambiguous. */
export interface NamedAccounts {
  name: string;
  found: readonly StoredAccount[];
}

export interface Caller {
  token: string;
  /** `aal1`, or `aal2` once a second factor was confirmed in this session. */
  assurance: string;
  sessionId: string;
}

export interface CallerContext {
  caller: Caller;
}

export interface AccountContext extends ServiceContext {
  account: Account;
  /** The account's own key that the request names, read together with the account; see `ownKey`. */
  namedKey?: ApiKeyRow | null | undefined;
}

export interface IdentityContext {
  directory: UserDirectory;
  /** Scheme and host that the browser sees, without a trailing slash. */
  appOrigin: string;
  /** How long the response to an invitation takes at least; a second by default. */
  leastInvitationMs?: number | undefined;
}

export interface MeteringContext {
  metering: Metering;
}

export interface LiveMeteringContext {
  metering: LiveMetering;
}

export interface HealthContext {
  /** The operator's secret; without it nobody gets the report. */
  healthToken?: string | undefined;
  writeProbe: {
    check: (ctx: Pick<ServiceContext, "db" | "clock">) => Promise<void>;
  };
}

/** At least 32 random bytes each. Losing them makes every stored key unusable. */
export interface KeySecrets {
  pepper: Bytes;
  sealing: Bytes;
  /** Former values, newest first; keys stored under them still work. */
  earlierPeppers?: readonly Bytes[];
  earlierSealings?: readonly Bytes[];
}

export interface KeysContext {
  keySecrets: KeySecrets;
}

export interface NotificationsContext {
  /** Sender of the service's emails; without it none are sent. */
  mailFrom?: string | undefined;
}

/** For whoever runs the service: an operator at the desk, or a command. */
export interface OperatorContext extends ServiceContext {
  /** Their name in the operator log. */
  operator: string;
  /** The user behind the desk's session, whose own account they can't change; null for a command. */
  operatorUserId: string | null;
  via: OperatorVia;
  /** Read together with the session; see `findAccount`. */
  namedAccounts?: NamedAccounts | undefined;
  /** Their network address; null when unknown. */
  address: string | null;
  /**
   * Makes the stored state hold for the account's next request. A command can't reach the account's object, which
   * reads libSQL again within ten seconds of use. @param route the account's, from the write or after it; null for an
   * account that has no object yet. @throws DomainError `database_unavailable`.
   */
  refreshMeter: (route: string | null) => Promise<void>;
}

/** Operators' names by user id; without any there is no desk. */
export interface OperatorsContext {
  operators?: ReadonlyMap<string, string> | undefined;
}

export interface PaymentsContext {
  payments: Payments;
  appOrigin: string;
}

export interface ReceiptsContext {
  /** Lines of the seller's name and address for receipts; without them, receipts have the product's name. */
  seller?: readonly string[] | undefined;
}

/** A plan comes with a key, which is sealed when the payment settles. */
export type FulfilmentContext = ServiceContext &
  Pick<PaymentsContext, "payments"> &
  KeysContext &
  MeteringContext;
