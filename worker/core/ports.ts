import type { CardOffer, CardPayments } from "./card-ports.ts";
import type { Outage } from "./domain/outage.ts";
import type { CheckoutPayment, PaymentRecords } from "./payment-record-ports.ts";

/** The world outside the product, implemented by adapters. */

export interface Clock {
  /** Epoch milliseconds, UTC. */
  now: () => number;
}

/** A limit per minute. */
export interface RequestLimit {
  /** Counts one request; `success` says whether it is within the limit. */
  limit: (counted: { key: string }) => Promise<{ success: boolean }>;
}

/** Claims of a verified access token; times in epoch ms. */
export interface AccessClaims {
  userId: string;
  email: string;
  /** Authenticator assurance level: `aal1` or `aal2`. */
  assurance: string;
  sessionId: string;
  issuedAt: number;
  /** When the session began, as far as the token says; null if it doesn't. */
  signedInAt: number | null;
  /** When the password, or a code or link sent to the address, was last used in this session; null if never. */
  provenAt: number | null;
  /** When the second factor was last confirmed in this session; null if never. */
  confirmedAt: number | null;
}

export interface Identity {
  /** @throws DomainError `unauthorized`, or `identity_unavailable` when the keys can't be fetched. */
  verifyAccessToken: (token: string) => Promise<AccessClaims>;
}

/** The user behind an access token, now. */
export interface LiveUser {
  id: string;
  hasSecondFactor: boolean;
  /** The identities, each as "provider:id", sorted; null if the provider didn't say. */
  signInMethods: readonly string[] | null;
  /** When the password was last changed, epoch ms; null if never, or if the project doesn't record it. */
  passwordChangedAt: number | null;
  /** Epoch ms. Older providers still find a banned user. */
  bannedUntil: number | null;
}

/** What the provider stores about a person, for themselves. Times in epoch milliseconds; null if it didn't say. */
export interface UserRecord {
  email: string | null;
  createdAt: number | null;
  lastSignInAt: number | null;
  /** What the person, or a provider at which they sign in, has entered, such as a name. */
  metadata: Record<string, unknown>;
  identities: { provider: string; email: string | null; createdAt: number | null }[];
  factors: { type: string; name: string | null; status: string; createdAt: number | null }[];
}

/** Times in epoch milliseconds. */
export interface UserSession {
  id: string;
  createdAt: number;
  lastActiveAt: number;
  userAgent: string | null;
  ip: string | null;
}

/** @throws DomainError `identity_unavailable`; `unauthorized` when the session of a token has ended. */
export interface UserDirectory {
  findUser: (accessToken: string, options?: { timeoutMs?: number }) => Promise<LiveUser>;
  /** Without a session. @returns null for a deleted user. */
  findUserById: (userId: string, options?: { timeoutMs?: number }) => Promise<LiveUser | null>;
  /** Emails an invitation unless one was just sent; `exists`: none. @throws `rate_limited`, `invalid_request`. */
  invite: (email: string, redirectTo: string) => Promise<"invited" | "exists">;
  /** Only for an existing account, unless a link was just sent. @throws DomainError `rate_limited`. */
  sendSignInLink: (email: string, redirectTo: string) => Promise<void>;
  readRecord: (accessToken: string) => Promise<UserRecord>;
  listSessions: (accessToken: string) => Promise<UserSession[]>;
  /** @returns false for an unknown session. */
  endSession: (accessToken: string, sessionId: string) => Promise<boolean>;
  /** All of the user's, this one too. */
  endSessions: (accessToken: string) => Promise<void>;
  /** False for an address without a password. Counts as a sign-in, and begins no session that lasts. */
  isPassword: (email: string, password: string) => Promise<boolean>;
  /** Ends all sessions of the user, in one step. @throws DomainError `invalid_request` for a weak password. */
  setPassword: (userId: string, password: string) => Promise<void>;
  /** Idempotent. */
  removeSecondFactors: (userId: string) => Promise<void>;
  /** Idempotent. */
  deleteUser: (userId: string) => Promise<void>;
}

export type CheckoutPaymentStatus = "paid" | "unpaid" | "no_payment_required";

/** A checkout as the payment provider reports it, never the client. */
export interface CheckoutState extends CheckoutPayment {
  sessionId: string;
  /** Set when the checkout was created. */
  orderId: string | null;
  status: "open" | "complete" | "expired";
  paymentStatus: CheckoutPaymentStatus;
  /** Minor units of `currency` (cents, paise). */
  amountMinor: number;
  /** Lower-case ISO 4217. */
  currency: string;
  paymentIntentId: string | null;
}

export interface NewCheckout {
  orderId: string;
  amountMinor: number;
  currency: string;
  description: string;
  /** `""` when unknown. */
  customerEmail: string;
  /** The provider fills in `{CHECKOUT_SESSION_ID}`. */
  successUrl: string;
  cancelUrl: string;
  /** Null unless the payer agreed to save the card. */
  savesCard: CardOffer | null;
}

export interface PaymentEvent {
  id: string;
  type: string;
  createdAt: number;
  /** Such as a checkout session's id; `""` when it has none. */
  objectId: string;
  paymentIntentId: string | null;
  /** The checkout saves a card and takes no payment. */
  isCardSetup: boolean;
  /** The checkout names no order: another program uses the same account at the provider. */
  isForeign: boolean;
}

/** Amounts are in minor units of the payment's currency. */
export interface PaymentRefund {
  id: string;
  amountMinor: number;
  /** False once the refund failed or was cancelled. */
  stands: boolean;
  /** The id that an operator requested it with; absent for every other refund. */
  requestedAs?: string;
}

export interface NewRefund {
  paymentIntentId: string;
  orderId: string;
  /** Null for all that is left. */
  amountMinor: number | null;
  /** Idempotency key. The provider returns it with the refund, also after it has forgotten the key. */
  requestedAs: string;
}

export interface PaymentDispute {
  id: string;
  amountMinor: number;
  fundsWithdrawn: boolean;
  fundsReinstated: boolean;
}

/** A payment's refunds and disputes now. */
export interface PaymentReversals {
  paymentIntentId: string;
  /** Null for a payment that is not ours. */
  orderId: string | null;
  refunds: PaymentRefund[];
  disputes: PaymentDispute[];
}

/** Money that a card was charged, whichever program charged it. */
export interface PaymentCharge {
  id: string;
  paymentIntentId: string | null;
  /** Null for a payment that is not ours. */
  orderId: string | null;
  amountMinor: number;
  /** Lower-case ISO 4217. */
  currency: string;
}

/** Refunds or disputes of one payment, without its others. */
export type PaymentReversal = Pick<PaymentReversals, "paymentIntentId" | "refunds" | "disputes">;

/** What was created between two instants (epoch ms), newest first; `after` is the `next` of the page before. */
export interface PageOfPayments {
  from: number;
  until: number;
  after: string | null;
}

export interface PaymentPage<Item> {
  items: Item[];
  /** Null on the last page. */
  next: string | null;
}

/** @throws DomainError `payment_provider_error`. A null result means that the provider knows none. */
export interface Payments extends CardPayments, PaymentRecords {
  /** Idempotent per order id. */
  createCheckout: (checkout: NewCheckout) => Promise<{ sessionId: string; url: string }>;
  retrieveCheckout: (sessionId: string) => Promise<CheckoutState | null>;
  /** Searches among checkouts created within minutes of `createdAt` (epoch ms). @returns null if none. */
  findCheckout: (orderId: string, createdAt: number) => Promise<CheckoutState | null>;
  /** Idempotent. */
  expireCheckout: (sessionId: string) => Promise<void>;
  /** Idempotent per order id. @returns `disputed` when the bank took the money back already. */
  refundPayment: (paymentIntentId: string, orderId: string) => Promise<"refunded" | "disputed">;
  /** `exceeds`: less than that is left. `disputed`: the bank has taken the money back. */
  createRefund: (refund: NewRefund) => Promise<PaymentRefund | "exceeds" | "disputed">;
  retrieveReversals: (paymentIntentId: string) => Promise<PaymentReversals | null>;
  /** Succeeded charges only. */
  listCharges: (page: PageOfPayments) => Promise<PaymentPage<PaymentCharge>>;
  listReversals: (
    kind: "refunds" | "disputes",
    page: PageOfPayments,
  ) => Promise<PaymentPage<PaymentReversal>>;
  /** `unpaid`: no card was charged and none is about to be. */
  paymentStatus: (paymentIntentId: string) => Promise<"paid" | "processing" | "unpaid" | null>;
  /** For as long as the provider keeps events, which is a month. */
  retrieveEvent: (eventId: string) => Promise<PaymentEvent | null>;
  /** @throws DomainError `invalid_signature`. */
  verifyEvent: (rawBody: string, signatureHeader: string) => Promise<PaymentEvent>;
}

/** A row of another service; only `id` is checked. */
export interface SourceRow extends Record<string, unknown> {
  /** Assigned in increasing order, but rows may become visible in another. */
  id: number;
}

/** A usage table of another service, read-only. @throws Error for the operator, without secrets. */
export interface UsageSource {
  /** Stable for as long as the table's ids are. */
  name: string;
  /** Visible rows with `after` < id <= `until`, by id; perhaps fewer than `limit`. */
  page: (range: { after: number; until: number | null; limit: number }) => Promise<SourceRow[]>;
  /** The existing ones of at most 200 ids. */
  rows: (ids: readonly number[]) => Promise<SourceRow[]>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** `later` may be tried again; `refused` never works in this form. */
export interface MailOutcome {
  outcome: "sent" | "later" | "refused";
  /** For the operator; without addresses or secrets. */
  reason: string;
}

export interface Mailer {
  /** Never throws. The same key sends one email within a day. */
  send: (mail: Mail, idempotencyKey: string) => Promise<MailOutcome>;
}

export interface AlertWebhook {
  /** Of its address, without the path, which may be a secret. */
  host: string;
  /** Never throws. The receiver takes messages with the same id as one. */
  send: (message: object, id: string) => Promise<MailOutcome>;
}

/** Remembers, outside the database, that it can't be written. Times in epoch ms. */
export interface OutageLog {
  /** Notes a run that couldn't write. */
  failed: (now: number) => Promise<Outage>;
  /** Notes a target that accepted the notice. */
  notified: (target: string) => Promise<void>;
  /** Notes a run that could write. Null unless an outage was reported and isn't closed. */
  worked: (now: number) => Promise<Outage | null>;
  /** Forgets the outage that began at `since`. */
  close: (since: number) => Promise<void>;
}

/** Admits an account's requests. Accounts are named by the part of their keys that they share. */
export interface Metering {
  /** Makes the stored state hold for every later request. @throws DomainError `database_unavailable`. */
  refresh: (meterName: string) => Promise<void>;
}

export interface LiveMetering extends Metering {
  /** Zeros when it can't be read quickly. Never fails. */
  inProgress: (meterName: string) => Promise<RequestsInProgress>;
}

interface RequestsInProgress {
  requests: number;
  /** Micro-dollars reserved for them. */
  heldMicros: number;
}
